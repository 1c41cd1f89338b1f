import type { OperationName } from '@notes/contract';
import { openApiDocument } from '@notes/contract/openapi';
import { processorTimeUntil } from '@notes/tooling/expect-time';
import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOut, everyOperation, type Plan, plans } from './fuzz/request.js';
import { ask, type RawRequest, verdict } from './support/ask.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';
import { alwaysRefused, httpOperations, isOfDevices, type Sample } from './support/world.js';

const service = useService();

const SEED = 20_261_121;

/** A longer hunt: `SAMPLES=13 SAMPLES_SEED=… vitest run --mode slow test/fuzz.slow.test.ts`. */
const numRuns = samples(1_500);
const { seed = SEED } = sampleSeed(SEED);

type Described = Record<string, Record<string, { responses: Record<string, unknown> }>>;
const described = (openApiDocument('0.0.0') as { paths: Described }).paths;

/** Returns the documented statuses of a method on a path; 405 for a method that the path does not have. */
function listDocumentedStatuses(path: string, method: string): string[] {
  const row = described[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  return row === undefined ? ['405'] : Object.keys(row.responses);
}

const succeeded = new Set<OperationName>();
const verdicts = new Map<string, number>();

interface Outcome {
  readonly plan: Plan;
  readonly sample: Sample;
  readonly request: RawRequest;
  readonly answer: RawAnswer;
  readonly changed: boolean;
  readonly ms: number;
}

const mayRefuse = (name: OperationName) => alwaysRefused.has(name) || isOfDevices(name);

function judge({ plan, sample, request, answer, changed, ms }: Outcome): void {
  const { method = 'GET', target = '' } = request;
  // A query that makes the request line longer than the header limit is refused before its path is known.
  const expected = target.length > 16_000 ? ['431'] : listDocumentedStatuses(sample.path, method);
  expect(expected, `${method} ${sample.path}: ${answer.status}`).toContain(String(answer.status));
  expect(answer.status).toBeLessThan(500);
  expect(getHeader(answer, 'x-injected')).toBeUndefined();
  // Generous bound for a busy machine; other tests measure latency.
  expect(ms).toBeLessThan(10_000);
  if (changed) expect([method === 'GET' || method === 'HEAD', answer.status >= 400]).toEqual([false, false]);
  if (plan.mutation.kind === 'none' && !mayRefuse(plan.operation))
    expect(answer.status, `${plan.operation}: ${answer.body}`).toBeLessThan(300);
  if (answer.status < 300 && method === sample.method) succeeded.add(plan.operation);
  const told = `${plan.mutation.kind} ${verdict(answer, method)}`;
  verdicts.set(told, (verdicts.get(told) ?? 0) + 1);
}

describe('any request', () => {
  it('gets a documented answer in time, and changes nothing when it is rejected', {
    timeout: 0,
  }, async () => {
    const { pid } = process;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { sample, request } = await carryOut(plan, service.world);
        const before = service.changes();
        let answer!: RawAnswer;
        const ms = await processorTimeUntil(async () => {
          answer = await ask(service.port, request);
        });
        judge({ plan, sample, request, answer, changed: service.changes() > before, ms });
      }),
      { numRuns, seed, examples: everyOperation(seed).map((plan) => [plan]), endOnFailure: numRuns > 5_000 },
    );
    expect(process.pid).toBe(pid);
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(12);
  });

  it('covers every operation and every kind of error', () => {
    expect([...succeeded].filter((name) => !isOfDevices(name)).sort()).toEqual(
      httpOperations.filter((name) => !mayRefuse(name)).sort(),
    );
    const codes = new Set([...verdicts.keys()].map((told) => told.split(' ').at(-1)));
    for (const code of [
      'validation_failed',
      'not_found',
      'cursor_invalid',
      'forbidden',
      'revision_conflict',
      'unsupported_media_type',
      'precondition_required',
      'method_not_allowed',
    ])
      expect([code, codes.has(code)]).toEqual([code, true]);
  });
});
