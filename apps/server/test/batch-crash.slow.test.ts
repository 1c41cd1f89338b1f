import type { Output } from '@notes/contract';
import { expect, test } from 'vitest';
import { cleanUp, serve, temporaryFolder } from './support/binary.js';

cleanUp();

type Report = Output<'runBatch'>;
const NOTES = 150;

async function post<T>(url: string, path: string, json: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(json), ...(signal && { signal }) };
  const answer = await fetch(`${url}/api/v1${path}`, options);
  expect(answer.ok).toBe(true);
  return (await answer.json()) as T;
}

async function countDocuments(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/status`);
  return ((await answer.json()) as Output<'getStatus'>).database_info.counts.documents;
}

/** Delay that kills the service only after its answer. */
const ANSWERED = Number.POSITIVE_INFINITY;

/** Requests a batch, and kills the service `ms` after its first visible effect, answered or not. */
async function cutShort(dataDir: string, asked: unknown, ms: number): Promise<void> {
  const service = serve(dataDir);
  const url = await service.ready();
  const before = await countDocuments(url);
  const answer = post(url, '/batch', asked).catch(() => {});
  while ((await countDocuments(url)) === before) await new Promise((resolve) => setTimeout(resolve, 1));
  await (ms === ANSWERED ? answer : new Promise((resolve) => setTimeout(resolve, ms)));
  await service.stop('SIGKILL');
  await answer;
}

test('repeating a batch with its request_key after kill -9 completes each item once [BATCH-CRASH] [BATCH-REPLAY]', async () => {
  const dataDir = temporaryFolder();
  const first = serve(dataDir);
  const url = await first.ready();
  const made = await Promise.all(
    Array.from({ length: NOTES }, (_, n) =>
      post<{ id: string }>(url, '/documents', { title: `note ${n}`, body: 'tea' }),
    ),
  );
  const items = made.map(({ id }) => ({ document_id: id }));
  let expected = await countDocuments(url);
  await first.stop();
  for (const [round, { mode, ms }] of [
    { mode: 'atomic', ms: 0 },
    { mode: 'best_effort', ms: 0 },
    { mode: 'best_effort', ms: 5 },
    { mode: 'best_effort', ms: 25 },
    { mode: 'best_effort', ms: ANSWERED },
  ].entries()) {
    const asked = { operation: 'duplicate', mode, request_key: `round ${round}`, items };
    await cutShort(dataDir, asked, ms);
    expected += NOTES;
    const again = serve(dataDir);
    const at = await again.ready();
    const report = await post<Report>(at, '/batch', asked);
    expect(report.counts).toEqual({ applied: NOTES, skipped: 0, failed: 0, rolled_back: 0 });
    expect(await countDocuments(at)).toBe(expected);
    if (mode === 'atomic' || ms === ANSWERED) expect(report.replayed).toBe(true);
    expect(await post<Report>(at, '/batch', asked)).toEqual({ ...report, replayed: true });
    expect(await countDocuments(at)).toBe(expected);
    await again.stop();
  }
});
