import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tools } from '@notes/contract/tools';
import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Note, pages, SEED, useService } from '../behaviour/support.js';
import { call, succeed, WIDEST } from './agent.js';
import type { CallResult } from './support.js';
import { batchOperations, type Step, step, type ToolCall } from './undo-steps.js';

const writing = tools.filter(({ hints, syncScope }) => hints.effect !== 'read' && syncScope === 'disabled');
/** Events that the run has to cover: every tool that writes, every operation of a batch, and a repeated batch. */
const WRITES = [
  ...writing.map(({ name }) => name).filter((name) => name !== 'run_batch'),
  ...batchOperations,
  'replay',
];
const RUNS = samples(60);
const { seed = SEED } = sampleSeed(SEED);
const CALLS = { minLength: 6, maxLength: 16 };

const images = createServer((_, response) =>
  response.end(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')),
);
await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
afterAll(() => void images.close());
const host = `127.0.0.1:${(images.address() as AddressInfo).port}`;
const IMAGE = `http://${host}/i.gif`;

const api = useService([...WIDEST, `media.allow_private_addresses=${host}`]);
const notebooks = ['nb_notes', 'nb_help'];
beforeAll(async () => {
  notebooks.push((await api.notebook('Elsewhere')).notebook_id);
});

/** Number of effective calls by tool and batch operation. */
const done = new Map<string, number>();
let serial = 0;
let checked = 0;

/** Notes of one run, with all titles and texts ever acknowledged. */
class Run {
  readonly notes = new Map<string, Note>();
  readonly acknowledged = new Map<string, Set<string>>();
  readonly calls: ToolCall[] = [];

  async start(): Promise<void> {
    const template = '```note-template\nprompt: a\n```\n{{a}}\n';
    for (const body of [template, `alpha\n![beta](${IMAGE})\n`])
      await this.read((await succeed(api, 'create_note', { title: `start ${++serial}`, body, tags: ['made'] })).id);
  }

  async take(each: Step): Promise<void> {
    const given = {
      notes: [...this.notes.values()],
      notebooks,
      image: IMAGE,
      word: `word${++serial}`,
    };
    const made = each(given) ?? this.calls.at(-1);
    if (made === undefined) return;
    this.calls.push(made);
    const result = await call(api, made.name, made.args);
    if (result.isError) return;
    count(made, result);
    for (const id of idsIn([made.args, result.structuredContent])) await this.read(id);
  }

  /** Reads a note as the user would, and records its text. */
  async read(id: string): Promise<void> {
    const note = await api.read(id);
    this.notes.set(id, note);
    const known = this.acknowledged.get(id) ?? new Set();
    this.acknowledged.set(id, known.add(toText(note)));
  }

  /**
   * Checks that every recorded text can be read: in the current note, also in Trash, or in its revisions after it is
   * restored.
   */
  async check(): Promise<void> {
    for (const [id, texts] of this.acknowledged) {
      const readable = await readableTexts(id);
      for (const text of texts) expect(readable, JSON.stringify(this.calls)).toContain(text);
      checked += texts.size;
    }
  }
}

const toText = ({ title, body }: Pick<Note, 'title' | 'body'>) => JSON.stringify([title, body]);

const idsIn = (fields: unknown) => new Set(JSON.stringify(fields).match(/\bdoc_[0-9a-hjkmnp-tv-z]{26}\b/g));

/** Counts effective calls; items of batches and fetched images count one by one. */
function count({ name, args }: ToolCall, { structuredContent }: CallResult): void {
  const { counts, replayed, items } = structuredContent;
  const add = (key: string, times: number) => done.set(key, (done.get(key) ?? 0) + times);
  if (name === 'run_batch') add(replayed ? 'replay' : String(args.operation), counts.applied);
  else if (name === 'localize_remote_media')
    add(name, items.filter(({ status }: { status: string }) => status === 'localized').length);
  else add(name, 1);
}

async function readableTexts(id: string): Promise<Set<string>> {
  const note = await api.read(id);
  if (note.deleted_at !== undefined) expect((await api.post(`/trash/${id}/restore`)).status).toBe(200);
  const path = `/documents/${id}/revisions`;
  const listed = await pages((cursor) =>
    api.show<'listRevisions'>(`${path}?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`),
  );
  const texts = new Set([toText(note)]);
  for (const { revision_id } of listed.flatMap(({ revisions }) => revisions))
    texts.add(toText(await api.show<'getRevision'>(`${path}/${revision_id}`)));
  return texts;
}

describe('after any calls of an assistant with every tool', () => {
  it('every acknowledged text and title can still be read [N-MCP-UNDO]', { timeout: samples(240_000) }, async () => {
    const began = performance.now();
    await fc.assert(
      fc.asyncProperty(fc.array(step, CALLS), async (steps) => {
        const run = new Run();
        await run.start();
        for (const each of steps) await run.take(each);
        await run.check();
      }),
      { seed, numRuns: RUNS },
    );
    const seconds = Math.round((performance.now() - began) / 1_000);
    const least = Math.min(...WRITES.map((name) => done.get(name) ?? 0));
    console.info(`${checked} texts of ${RUNS} runs checked in ${seconds} s; of each write at least ${least} succeeded`);
    expect(checked).toBeGreaterThan(3 * RUNS);
    // Few samples of another seed may lack a rare write.
    expect(least).toBeGreaterThanOrEqual(seed === SEED ? RUNS / 25 : Math.floor(RUNS / 600));
  });

  it('restoring a revision also restores an attachment removed from the text [N-MCP-UNDO]', async () => {
    const { id: resource_id } = await api.resource(Buffer.from('bytes'), 'a.txt', 'text/plain');
    const note = await api.note({ body: `[a](resource://default/resources/${resource_id})` });
    const on = { document_id: note.id, base_revision_id: note.current_revision_id };
    const { current_revision_id: base_revision_id } = await succeed(api, 'update_note', { ...on, body: '' });
    expect(await succeed(api, 'list_document_resources', { document_id: note.id })).toMatchObject({ total: 0 });
    const revision = `/documents/${note.id}/revisions/${note.current_revision_id}`;
    expect((await api.post(`${revision}/restore`, { base_revision_id })).status).toBe(200);
    expect(await succeed(api, 'list_document_resources', { document_id: note.id })).toMatchObject({
      resources: [{ id: resource_id }],
    });
    expect((await api.get(`/resources/${resource_id}/content`)).text).toBe('bytes');
  });
});
