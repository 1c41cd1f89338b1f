import { describe, expect, it } from 'vitest';
import { type Note, useService } from '../behaviour/support.js';
import { agentVerdict, call, WIDEST } from './agent.js';
import { errorIn } from './support.js';
import { START, type Writer, type Written, writers } from './writers.js';

const api = useService(WIDEST);
const ROUNDS = 3;

const pairs = writers.flatMap((one, index) => writers.slice(index).map((other) => [one, other] as const));
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}.`);
const toText = ({ title, body }: Pick<Note, 'title' | 'body'>) => `${title}\n${body}`;

/** Remaining writer and its word. */
type Racer = readonly [Writer, string];

/** Lets all writers write on one revision; losers retry on the revision reported as current. */
async function race(racers: readonly Racer[]): Promise<void> {
  let note = await api.note(START);
  const won: Racer[] = [];
  const revisions: string[] = [];
  for (let waiting = racers; waiting.length > 0; ) {
    const ended = await Promise.all(waiting.map(([writer, word]) => writer.write(api, note, word)));
    const winner = ended.findIndex(({ verdict }) => verdict === 'ok');
    const current = ended[winner]?.revision as string;
    expect(ended).toEqual(ended.map((_, index) => createExpected(index === winner, current)));
    won.push(waiting[winner] as Racer);
    revisions.push(current);
    waiting = waiting.filter((_, index) => index !== winner);
    note = await api.read(note.id);
    expect(note.current_revision_id).toBe(current);
  }
  for (const [, word] of racers) expect(toText(note)).toContain(word);
  for (const [index, revision] of revisions.entries()) {
    const then = await api.show<'getRevision'>(`/documents/${note.id}/revisions/${revision}`);
    for (const [place, [, word]] of won.entries()) expect(toText(then).includes(word)).toBe(place <= index);
  }
}

const createExpected = (wins: boolean, revision: string): Written => ({
  verdict: wins ? 'ok' : 'revision_conflict',
  revision,
});

describe('of concurrent writers on one revision', () => {
  it.each(pairs.map(([one, other]) => ({ one, other })))(
    'one succeeds, and the other succeeds on the reported revision: $one.name, $other.name [N-MCP-RACE]',
    async ({ one, other }) => {
      for (let round = 0; round < ROUNDS; round += 1)
        await race([
          [one, 'first.'],
          [other, 'second.'],
        ]);
    },
  );

  it('all succeed one after another [N-MCP-RACE]', async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      await race(writers.map((writer, index) => [writer, words(writers.length)[index] as string]));
  });
});

interface Trasher {
  readonly name: string;
  readonly trash: (note: Note) => Promise<Written>;
}

const trashers: readonly Trasher[] = [
  {
    name: 'delete_note',
    trash: async ({ id: document_id, current_revision_id: base_revision_id }) => {
      const result = await call(api, 'delete_note', { document_id, base_revision_id });
      const revision = result.isError ? errorIn(result).current_revision_id : base_revision_id;
      return { verdict: agentVerdict(result), revision };
    },
  },
  {
    name: 'run_batch trash',
    trash: async ({ id: document_id, current_revision_id: base_revision_id }) => {
      const items = [{ document_id, base_revision_id }];
      const { structuredContent } = await call(api, 'run_batch', { operation: 'trash', items });
      const { error } = structuredContent.items[0];
      if (error === undefined) return { verdict: 'ok', revision: base_revision_id };
      return { verdict: error.code, revision: /rev_\w+/.exec(error.message)?.[0] };
    },
  },
];
const onTrash = writers.flatMap((writer) => trashers.map((trasher) => ({ writer, trasher })));

describe.each(onTrash)('of $writer.name and $trasher.name on one revision', ({ writer, trasher }) => {
  it.each(['write', 'trash'])('exactly one succeeds, with the %s sent first [N-MCP-RACE]', async (first) => {
    const note = await api.note(START);
    const send = [() => writer.write(api, note, 'word.'), () => trasher.trash(note)];
    const sent = (first === 'write' ? send : send.toReversed()).map((begin) => begin());
    const [write, trash] = (first === 'write' ? await Promise.all(sent) : (await Promise.all(sent)).toReversed()) as [
      Written,
      Written,
    ];
    if (trash.verdict === 'ok') {
      // Trash is hidden from agents.
      expect(['not_found', 'forbidden']).toContain(write.verdict);
      expect(await api.read(note.id)).toMatchObject({ ...START, deleted_at: expect.any(String) });
      return;
    }
    expect([write.verdict, trash]).toEqual(['ok', createExpected(false, write.revision as string)]);
    const written = await api.read(note.id);
    expect(await trasher.trash(written)).toEqual(createExpected(true, written.current_revision_id));
    expect(toText(await api.read(note.id))).toContain('word.');
  });
});
