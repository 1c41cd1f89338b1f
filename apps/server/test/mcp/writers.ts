import type { ToolName } from '@notes/contract/tools';
import type { Answer } from '../behaviour/answer.js';
import type { Note, TestService } from '../behaviour/support.js';
import { agentVerdict, call, type Fields, restVerdict, type Verdict } from './agent.js';
import { errorIn } from './support.js';

/** Result of a write: the new revision, or the current one after a conflict. */
export interface Written {
  readonly verdict: Verdict;
  readonly revision: string | undefined;
}

/** Adds a word to a note, based on a given revision. */
export interface Writer {
  readonly name: string;
  readonly write: (api: TestService, note: Note, word: string) => Promise<Written>;
}

const agent = (name: ToolName, args: (note: Note, word: string) => Fields): Writer => ({
  name,
  write: async (api, note, word) => {
    const { id: document_id, current_revision_id: base_revision_id } = note;
    const result = await call(api, name, { document_id, base_revision_id, ...args(note, word) });
    const { current_revision_id } = result.isError ? errorIn(result) : result.structuredContent;
    return { verdict: agentVerdict(result), revision: current_revision_id };
  },
});

const rest = (name: string, ask: (api: TestService, note: Note, word: string) => Promise<Answer>): Writer => ({
  name,
  write: async (api, note, word) => {
    const answer = await ask(api, note, word);
    const revision = answer.headers.etag?.slice(1, -1);
    return { verdict: restVerdict(answer), revision };
  },
});

const MARK = 'mark';
/** Initial contents of the notes. */
export const START = { title: 'Raced for', body: `${MARK}\n` };
const edits = (word: string) => [{ search: MARK, replace: `${MARK} ${word}` }];
const whole = ({ title, body }: Note, word: string) => ({ title, body: `${body}${word}\n` });
const createIfMatch = ({ current_revision_id }: Note) => ({ 'If-Match': `"${current_revision_id}"` });

export const writers: readonly Writer[] = [
  agent('edit_note', (_, word) => ({ edits: edits(word) })),
  agent('update_note', ({ body }, word) => ({ body: `${body}${word}\n` })),
  { ...agent('update_note', ({ title }, word) => ({ title: `${title} ${word}` })), name: 'update_note of the title' },
  agent('append_to_note', (_, word) => ({ text: word })),
  agent('prepend_to_note', (_, word) => ({ text: word })),
  rest('PUT', (api, note, word) => api.put(`/documents/${note.id}`, whole(note, word), createIfMatch(note))),
  rest('PATCH', (api, note, word) => api.patch(`/documents/${note.id}`, { edits: edits(word) }, createIfMatch(note))),
];
