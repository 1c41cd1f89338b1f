import { samples } from '@notes/tooling/samples';
import { describe, expect, it } from 'vitest';
import { getDot, LOG_LIMITS, type LoggedOperation, type Operation, reauthor, squash } from '../src/index.js';
import { computeView, type View } from '../src/merge/index.js';
import { PROTOCOL } from '../src/testing/index.js';
import { Person } from '../src/testing/model/person.js';
import { ModelReplica } from '../src/testing/model/replica.js';
import { Random } from '../src/testing/sim/random.js';

const DOC = 'doc_a';
const SECOND = 1_000;

let s = 0;
function logOperation(fields: Record<string, unknown>, w = s * SECOND): LoggedOperation {
  s += 1;
  return { replica: 'rep_a', operation: { s, l: s, w, ...fields } as unknown as Operation };
}
const write = (rev: string, parents: string[], w?: number, doc = DOC) =>
  logOperation({ op: 'doc.write', doc, rev, parents, title: 'A', body: rev }, w);

function applySquash(operations: readonly LoggedOperation[]): LoggedOperation[] {
  const squashed = new Map(squash(operations).map((each) => [each.operation.s, each]));
  return operations.map((each) => squashed.get(each.operation.s) ?? each);
}

/** Returns the remaining revisions with their parents. */
const listRevisions = (operations: readonly LoggedOperation[]) =>
  applySquash(operations).flatMap(({ operation }) =>
    operation.op === 'doc.write' ? [`${operation.rev} on ${operation.parents.join(' ')}`] : [],
  );

describe('revisions written shortly after one another [SYNC-SQUASH]', () => {
  it('become one revision with the parents of the first and the squashed ones, and keep all numbers', () => {
    s = 0;
    const run = [write('rev_1', ['rev_p', 'rev_q']), write('rev_2', ['rev_1']), write('rev_3', ['rev_2'])];
    expect(listRevisions(run)).toEqual(['rev_3 on rev_p rev_q rev_1 rev_2']);
    const after = applySquash(run).map(({ operation }) => operation);
    expect(after.map(({ s: number, l, w }) => [number, l, w])).toEqual(run.map(({ operation: o }) => [o.s, o.l, o.w]));
    expect(after[0]).toEqual({ op: 'doc.tag_remove', doc: DOC, dots: [], s: 1, l: 1, w: 0 });
    expect(after[2]).toMatchObject({ body: 'rev_3' });
    expect(squash(applySquash(run))).toEqual([]);
  });

  it('are squashed for one minute after the first', () => {
    s = 0;
    const at = (rev: string, parent: string, seconds: number) => write(rev, [parent], seconds * SECOND);
    const run = [at('rev_1', 'rev_p', 0), at('rev_2', 'rev_1', 60), at('rev_3', 'rev_2', 61), at('rev_4', 'rev_3', 62)];
    expect(listRevisions(run)).toEqual(['rev_2 on rev_p rev_1', 'rev_4 on rev_2 rev_3']);
    s = 0;
    expect(listRevisions([at('rev_1', 'rev_p', 9), at('rev_2', 'rev_1', 8)])).toHaveLength(2);
  });

  it('are squashed up to the maximum number of parents', () => {
    s = 0;
    const run = Array.from({ length: 100 }, (_, at) => write(`rev_${at + 1}`, [`rev_${at}`], 0));
    const kept = applySquash(run).flatMap(({ operation }) => (operation.op === 'doc.write' ? [operation] : []));
    expect(kept.map(({ rev, parents }) => [rev, parents.length])).toEqual([
      ['rev_64', LOG_LIMITS.parents],
      ['rev_100', 36],
    ]);
  });

  it('do not conflict with a successor that continues from one of them', () => {
    for (const back of [1, 2, 3]) {
      s = 0;
      const begun = write('rev_p', []);
      const run = ['rev_1', 'rev_2', 'rev_3', 'rev_4'].map((rev, at) => write(rev, [at === 0 ? 'rev_p' : `rev_${at}`]));
      // The successor has received many operations since it was restored.
      const successor = { replica: 'rep_b', after: 1, lamport: 50, context: { rep_a: 1, rep_c: 9 } };
      const anew = reauthor(run.slice(0, back), successor);
      const shown = computeView([begun, ...applySquash(run), ...anew]).notes.get(DOC);
      expect(shown, `back to ${back}`).toMatchObject({ heads: ['rev_4'], losers: [] });
    }
  });

  it('stay when another operation names them, changes the note between them, or the context grows', () => {
    s = 0;
    const [first, second] = [write('rev_1', ['rev_p']), write('rev_2', ['rev_1'])];
    const named = [
      logOperation({ op: 'doc.purge', doc: 'doc_b', seen: ['rev_1'] }),
      write('rev_x', ['rev_1'], 0, 'doc_b'),
    ];
    for (const other of named)
      expect(listRevisions([first, second, other]).slice(0, 2)).toEqual(['rev_1 on rev_p', 'rev_2 on rev_1']);
    const between = [
      logOperation({ op: 'doc.trash', doc: DOC, seen: ['rev_1'] }),
      logOperation({ op: 'doc.tag_add', doc: DOC, tag: 'tag_a' }),
    ];
    for (const other of between) expect(listRevisions([first, other, second])).toHaveLength(2);
    expect(
      listRevisions([first, logOperation({ op: 'doc.tag_add', doc: 'doc_b', tag: 'tag_a' }), second]),
    ).toHaveLength(1);
    expect(listRevisions([first, { ...second, context: { rep_b: 1 } }])).toHaveLength(2);
    const context = { rep_b: 1 };
    expect(
      listRevisions([
        { ...first, context },
        { ...second, context },
      ]),
    ).toHaveLength(1);
    expect(listRevisions([first, write('rev_2', ['rev_1', 'rev_q'])])).toHaveLength(2);
  });
});

/** Devices that publish and receive all operations at the same times. */
class Publishing {
  readonly random: Random;
  readonly replicas: readonly ModelReplica[];
  readonly people: readonly Person[];
  /** Published operations as written, and squashed. */
  readonly plain: LoggedOperation[] = [];
  readonly squashed: LoggedOperation[] = [];
  readonly #contexts = new Map<string, LoggedOperation['context']>();
  readonly #published = new Map<string, number>();
  readonly #squash: typeof applySquash;

  constructor(seed: number, squashed: typeof applySquash) {
    this.random = new Random(seed);
    this.#squash = squashed;
    this.replicas = ['rep_a', 'rep_b', 'rep_c'].map((id) => new ModelReplica(id, PROTOCOL));
    const words = { count: 0, removed: new Set<string>() };
    this.people = this.replicas.map((replica) => new Person(replica, this.random, words, PROTOCOL));
  }

  act(at: number): void {
    const replica = this.replicas[at] as ModelReplica;
    const { [replica.id]: before = 0, ...context } = replica.versions;
    this.people[at]?.act();
    for (let seq = before + 1; seq <= (replica.versions[replica.id] ?? 0); seq += 1)
      this.#contexts.set(`${replica.id}:${seq}`, context);
  }

  publish({ id, log }: ModelReplica): void {
    const from = this.#published.get(id) ?? 0;
    const fresh = log
      .filter(({ replica, operation }) => replica === id && operation.s > from)
      .map((each) => {
        const context = this.#contexts.get(getDot(each));
        return { ...each, ...(context && { context }), operation: { ...each.operation, w: each.operation.s * SECOND } };
      });
    this.#published.set(id, fresh.at(-1)?.operation.s ?? from);
    this.plain.push(...fresh);
    this.squashed.push(...this.#squash(fresh));
  }

  hear(replica: ModelReplica): void {
    replica.pull({ log: this.plain } as ModelReplica, Number.POSITIVE_INFINITY);
  }

  play(): void {
    for (let step = 0; step < 120; step += 1) {
      const at = this.random.below(3);
      const replica = this.replicas[at] as ModelReplica;
      const kind = this.random.pickWeighted({ act: 16, publish: 2, hear: 2 });
      if (kind === 'act') this.act(at);
      else this[kind](replica);
    }
    for (const replica of this.replicas) this.publish(replica);
  }
}

const serialiseView = (of: View) =>
  JSON.stringify(of, (_, value: unknown) => (value instanceof Map ? [...value].sort() : value));

function compare(seed: number, squashed = applySquash): { same: boolean; saved: number } {
  const history = new Publishing(seed, squashed);
  history.play();
  const count = (operations: readonly LoggedOperation[]) =>
    operations.filter(({ operation }) => operation.op === 'doc.write').length;
  return {
    same: serialiseView(computeView(history.plain)) === serialiseView(computeView(history.squashed)),
    saved: count(history.plain) - count(history.squashed),
  };
}

/** Mutant that keeps the parents of a squashed revision, which are gone. */
const withParentsAsTheyWere: typeof applySquash = (operations) =>
  applySquash(operations).map((each, at) => {
    const before = (operations[at] as LoggedOperation).operation;
    return each.operation.op === 'doc.write' ? { ...each, operation: before } : each;
  });

describe('any history of three devices [SYNC-SQUASH]', () => {
  const seeds = Array.from({ length: samples(200) }, (_, seed) => seed);

  it('ends in the same library and conflicts with and without squashing', () => {
    let saved = 0;
    for (const seed of seeds) {
      const result = compare(seed);
      expect(result.same, `seed ${seed}`).toBe(true);
      saved += result.saved;
    }
    expect(saved).toBeGreaterThan(seeds.length);
  });

  it('ends differently when the remaining revision keeps its squashed parent', () => {
    expect(seeds.some((seed) => !compare(seed, withParentsAsTheyWere).same)).toBe(true);
  });
});
