import { type Input, type Output, ServiceError } from '@notes/contract';
import type { ToolArguments } from '@notes/contract/tools';
import { adoptNewline } from '@notes/markdown-blocks';
import { clipBytes } from '../platform/clip-bytes.js';
import { findNearNames } from './near-names.js';
import type { ToolCall, ToolCalls } from './run-tool.js';
import { appendToSection, findSection } from './sections.js';

type Note = Output<'createDocument'>;

const MAX_DIFF_BYTES = 8_192;

export const writingCalls = {
  create_note: async ({ run }, args) => {
    const note = await run('createDocument', args);
    return { ...toNewNote(note), tags: note.tags };
  },
  create_from_template: async ({ run }, args) =>
    toNewNote(await run('createFromTemplate', args).catch(omitPromptNames)),
  edit_note: async ({ run, maxTextBytes }, args) => {
    const answer = await run('editDocument', args);
    if (!('dry_run' in answer)) return { ...toRevisedNote(answer), dry_run: false, edits: answer.edits };
    const { document, base_revision_id, edits, diff } = answer;
    return {
      ...toRevisedNote(document),
      current_revision_id: base_revision_id,
      dry_run: true,
      edits,
      diff: clipBytes(diff, Math.min(MAX_DIFF_BYTES, maxTextBytes)),
    };
  },
  update_note: async (call, args) => {
    const note = await call.run('replaceDocument', await completeReplacement(call, args));
    return { ...toPlacedNote(note), size_bytes: note.size_bytes };
  },
  append_to_note: async (call, { heading, ...args }) =>
    toSizedNote(
      heading === undefined
        ? await call.run('appendToDocument', await fitLineEnds(call, args))
        : await addToSection(call, { ...args, heading }),
    ),
  prepend_to_note: async (call, args) =>
    toSizedNote(await call.run('prependToDocument', await fitLineEnds(call, args))),
  move_note_to_notebook: async ({ run }, args) => {
    const note = await run('moveDocument', args);
    return { ...toRevisedNote(note), notebook_id: note.notebook_id };
  },
  tag_note: ({ run }, args) => run('addDocumentTag', args),
  untag_note: async ({ run }, args) => {
    const { document_id, removed } = await run('removeDocumentTag', args);
    const answer = { document_id, tag: { name: args.tag }, removed };
    if (removed) return answer;
    const { tags } = await run('getDocument', { document_id });
    const near = findNearNames(
      args.tag,
      tags.map((name) => ({ name })),
    );
    return { ...answer, ...(near.length > 0 && { did_you_mean: near.map(({ name }) => name) }) };
  },
  delete_note: async ({ run }, args) => {
    const { id, deleted_at = '' } = await run('trashDocument', args);
    return { document_id: id, status: 'trashed', deleted_at };
  },
  localize_remote_media: async ({ run }, args) => {
    const { document, items } = await run('localizeRemoteMedia', args);
    return { ...toRevisedNote(document), items };
  },
  run_batch: ({ run }, args) => run('runBatch', args),
} satisfies Partial<ToolCalls>;

const toRevisedNote = ({ id, current_revision_id }: Note) => ({ id, current_revision_id });

const toPlacedNote = ({ id, notebook_id, title, current_revision_id }: Note) => ({
  id,
  notebook_id,
  title,
  current_revision_id,
});

/** Formats a new note with its address, for links to it. */
const toNewNote = (note: Note) => ({ uri: note.uri, ...toPlacedNote(note) });

const toSizedNote = (note: Note) => ({ ...toRevisedNote(note), size_bytes: note.size_bytes });

/**
 * Removes the names of prompts from the message of an error. The author of a template chose them, so they only appear
 * in the details.
 */
function omitPromptNames(error: unknown): never {
  if (!(error instanceof ServiceError) || error.details.missing_values === undefined) throw error;
  const message = 'values: must have one value for each prompt of the template and no others';
  throw new ServiceError(error.code, message, { details: error.details });
}

/**
 * Returns a replacement completed with the stored values of omitted fields. If the note changes between reading and
 * writing, the base revision of the call is no longer current and nothing is written.
 */
async function completeReplacement(
  { run }: ToolCall,
  { title, body, ...target }: ToolArguments<'update_note'>,
): Promise<Input<'replaceDocument'>> {
  if (title !== undefined && body !== undefined) return { ...target, title, body };
  if (title === undefined && body === undefined)
    throw new ServiceError('validation_failed', 'title, body: at least one of them is required');
  const stored = await run('getDocument', { document_id: target.document_id });
  return { ...target, title: title ?? stored.title, body: body ?? stored.body };
}

/**
 * Returns the arguments of a call that adds text, with the line ends of the note in its text. Models do not see whether
 * a note has CRLF, and write LF.
 */
async function fitLineEnds<Args extends { readonly document_id: string; readonly text: string }>(
  { run }: ToolCall,
  args: Args,
): Promise<Args> {
  if (!args.text.includes('\n')) return args;
  const { body } = await run('getDocument', { document_id: args.document_id });
  return { ...args, text: adoptNewline(args.text, body) };
}

/** Attempts to add to a section of a note that changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** Adds a text to a section of the current note, or of the given revision. */
async function addToSection(
  call: ToolCall,
  args: ToolArguments<'append_to_note'> & { readonly heading: string },
): Promise<Note> {
  const { document_id, base_revision_id, heading, text } = args;
  for (let attempt = 1; ; attempt++) {
    const note = await call.run('getDocument', { document_id });
    try {
      const body = appendToSection(note.body, await findSection(call, note, heading), text);
      const base = base_revision_id ?? note.current_revision_id;
      return await call.run('replaceDocument', { document_id, base_revision_id: base, title: note.title, body });
    } catch (error) {
      if (base_revision_id !== undefined || attempt === MAX_ATTEMPTS || !isChangedMeanwhile(error)) throw error;
    }
  }
}

const isChangedMeanwhile = (error: unknown) =>
  error instanceof ServiceError && ['conflict', 'revision_conflict'].includes(error.code);
