import { expect, it } from 'vitest';
import {
  type CandidateQuery,
  type Candidates,
  type EngineBatch,
  type EngineDescription,
  EngineError,
  type EngineReceipt,
  type SearchEngine,
} from '../src/index.js';
import { ENGINE_CASES, type EngineFixture } from '../src/suites/index.js';
import { MemoryEngine } from '../src/testing/index.js';
import { createMemoryFixture, SYNONYMS } from './support/memory-fixture.js';

type Mutation = Partial<Pick<SearchEngine, 'describe' | 'apply' | 'candidates' | 'digests' | 'entries' | 'drop'>>;

/** Returns an engine with the methods of `mutate` in place of its own. */
function mutateEngine(mutate: (right: SearchEngine) => Mutation): () => MemoryEngine {
  return () => {
    const engine = new MemoryEngine({ synonyms: SYNONYMS });
    const right: SearchEngine = {
      describe: engine.describe.bind(engine),
      apply: engine.apply.bind(engine),
      candidates: engine.candidates.bind(engine),
      digests: engine.digests.bind(engine),
      entries: engine.entries.bind(engine),
      drop: engine.drop.bind(engine),
    };
    return Object.assign(engine, mutate(right));
  };
}

type Apply = (batch: EngineBatch, right: SearchEngine, signal?: AbortSignal) => Promise<EngineReceipt>;
const withApply = (apply: Apply) =>
  mutateEngine((right) => ({ apply: (batch, signal) => apply(batch, right, signal) }));
const withDescription = (change: (description: EngineDescription) => Partial<EngineDescription>) =>
  mutateEngine((right) => ({
    async describe(signal) {
      const description = await right.describe(signal);
      return { ...description, ...change(description) };
    },
  }));
const withQuery = (change: (query: CandidateQuery) => Partial<CandidateQuery>) =>
  mutateEngine((right) => ({
    candidates: (query, signal) => right.candidates({ ...query, ...change(query) }, signal),
  }));
const withCandidates = (change: (found: { id: string; score: number }[], query: CandidateQuery) => typeof found) =>
  mutateEngine((right) => ({
    async candidates(query, signal) {
      const answers = Object.entries(await right.candidates(query, signal)).map(([channel, answer]) =>
        answer.state === 'answered'
          ? [channel, { ...answer, candidates: change([...answer.candidates], query) }]
          : [channel, answer],
      );
      return Object.fromEntries(answers) as Candidates;
    },
  }));

const MUTANTS: Record<string, () => MemoryEngine> = {
  'applies a batch after a gap': withApply(async (batch, right, signal) => {
    const { sequence } = await right.describe();
    return right.apply({ ...batch, from: Math.min(batch.from, sequence) }, signal);
  }),
  'applies the records of a batch that it refuses': withApply(async (batch, right, signal) => {
    if (batch.from > 0) await right.apply({ ...batch, from: 0, to: 0 }).catch(() => {});
    return right.apply(batch, signal);
  }),
  'ignores deletes': withApply((batch, right, signal) => right.apply({ ...batch, deletes: [] }, signal)),
  'refuses to delete unknown records': withApply((batch, right, signal) => {
    if (batch.deletes.includes('document_unknown')) throw new EngineError('failed', 'Unknown record');
    return right.apply(batch, signal);
  }),
  'loses the last record of a large batch': withApply((batch, right, signal) =>
    right.apply({ ...batch, upserts: batch.upserts.slice(0, 499) }, signal),
  ),
  'refuses a batch that it has': withApply(async (batch, right, signal) => {
    if (batch.from < (await right.describe()).sequence) throw new EngineError('gap', 'The index has the batch');
    return right.apply(batch, signal);
  }),
  'advances in a repair': withApply((batch, right, signal) => right.apply({ ...batch, to: batch.to + 1 }, signal)),
  'answers before the batch is stored': withApply(async (batch, right) => {
    setTimeout(() => right.apply(batch).catch(() => {}), 20);
    return { rejected: [] };
  }),
  'applies half of a batch, then the rest': withApply(async (batch, right, signal) => {
    await right.apply({ ...batch, to: batch.from, upserts: batch.upserts.slice(0, 3), deletes: [] }, signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return right.apply(batch, signal);
  }),
  'stores records that it cannot store in silence': withApply(async (batch, right, signal) => {
    await right.apply(batch, signal);
    return { rejected: [] };
  }),
  'rejects the batch of a record that it cannot store': withApply((batch, right, signal) => {
    const isBad = batch.upserts.some(({ id }) => id === 'document_unacceptable');
    return right.apply(isBad ? { ...batch, upserts: [] } : batch, signal).then(() => ({ rejected: [] }));
  }),
  'keeps the old version of a record': mutateEngine((right) => {
    const seen = new Map<string, string>();
    return {
      apply: (batch, signal) => {
        const upserts = batch.upserts.map((record) => {
          const version = seen.get(record.id) ?? record.version;
          seen.set(record.id, version);
          return { ...record, version };
        });
        return right.apply({ ...batch, upserts }, signal);
      },
    };
  }),
  'has an id of the index before there is one': withDescription(({ indexId }) => ({ indexId: indexId ?? 'none' })),
  'has a new id of the index every time': withDescription(({ indexId }) => ({
    indexId: indexId && `${Math.random()}`,
  })),
  'has one id for all indexes': withDescription(({ indexId }) => ({ indexId: indexId && 'index' })),
  'counts one record too many': withDescription(({ records }) => ({ records: records && records + 1 })),
  'calls a channel ready that is off': withDescription(({ channels }) => ({
    channels: { ...channels, typo: 'building' },
  })),
  'finds records with one of the words': withQuery(({ words }) => ({ words: words.slice(0, 1) })),
  'finds only exact words': mutateEngine((right) => ({
    async candidates(query, signal) {
      const { typo, ...others } = await right.candidates(query, signal);
      if (typo?.state !== 'answered') return { ...others, ...(typo && { typo }) };
      return { ...others, typo: { ...typo, candidates: typo.candidates.filter(({ score }) => score >= 1) } };
    },
  })),
  'finds words of 4 letters only when they are exact': withQuery(({ text, words }) => ({
    words: words.map((word) => (word.length === 4 && text !== 'moon' ? `${word}0000` : word)),
  })),
  'finds everything': mutateEngine((right) => {
    const ids = new Set<string>();
    return {
      apply: (batch, signal) => {
        for (const { id } of batch.upserts) ids.add(id);
        return right.apply(batch, signal);
      },
      async candidates(query, signal) {
        await right.candidates(query, signal);
        const candidates = [...ids].slice(0, query.limit).map((id) => ({ id, score: 1 }));
        return Object.fromEntries(query.channels.map((channel) => [channel, { state: 'answered', candidates }]));
      },
    };
  }),
  'treats Chinese sentences as one word': withQuery(({ words }) => ({
    words: words.map((word) => (/\p{Script=Han}/u.test(word) ? word.padEnd(20, '的') : word)),
  })),
  'does not fold words': withQuery(({ text }) => ({ words: text.split(/\s+/).filter(Boolean) })),
  'orders candidates worst first': withCandidates((found) => found.toReversed()),
  'returns a candidate twice': withCandidates((found) => [...found, ...found]),
  'ignores the limit': mutateEngine((right) => ({
    candidates: (query, signal) => right.candidates({ ...query, limit: 1_000 }, signal),
  })),
  'has scores that are not numbers': withCandidates((found) => found.map(({ id }) => ({ id, score: Number.NaN }))),
  'answers channels that nobody asked for': withQuery(() => ({ channels: ['typo', 'meaning'] })),
  'answers meaning with words alone': mutateEngine((right) => ({
    async candidates(query, signal) {
      const { typo } = await right.candidates({ ...query, channels: ['typo'] }, signal);
      return Object.fromEntries(query.channels.map((channel) => [channel, typo])) as Candidates;
    },
  })),
  'leaves out empty buckets': mutateEngine((right) => ({
    digests: async (range, signal) => (await right.digests(range, signal)).filter(({ count }) => count > 0),
  })),
  'numbers buckets from the start of the range': mutateEngine((right) => ({
    digests: async (range, signal) =>
      (await right.digests(range, signal)).map((digest, bucket) => ({ ...digest, bucket })),
  })),
  'lists the entries of another bucket': mutateEngine((right) => ({
    entries: (bucket, signal) => right.entries((bucket + 1) % 1_024, signal),
  })),
  'keeps the index when it is dropped': mutateEngine(() => ({ drop: async () => {} })),
  'cannot drop what is not there': mutateEngine((right) => ({
    async drop(signal) {
      if ((await right.describe(signal)).indexId === null) throw new EngineError('failed', 'There is no index');
      return right.drop(signal);
    },
  })),
  'ignores signals': mutateEngine((right) => ({ entries: (bucket) => right.entries(bucket) })),
  'rejects with another error': mutateEngine((right) => ({
    describe: (signal) =>
      right.describe(signal).catch((error: Error) => {
        throw new TypeError(error.message);
      }),
  })),
  'shows texts of notes in messages': withApply((batch, right, signal) =>
    right.apply(batch, signal).catch((error: EngineError) => {
      throw new EngineError(error.code, `${error.message}: ${batch.upserts[0]?.title}`);
    }),
  ),
};

/** Faults of the whole engine, which a mutated method cannot have. */
const FIXTURES: Record<string, () => EngineFixture> = {
  'forgets everything when it is killed': () => {
    const engine = new MemoryEngine({ synonyms: SYNONYMS });
    const fixture = createMemoryFixture(() => engine);
    const restart = async () => {
      engine.lose();
      engine.restart();
    };
    return { ...fixture, faults: { ...fixture.faults, restart } };
  },
  'accepts any key': () => {
    const fixture = createMemoryFixture();
    return { ...fixture, faults: { ...fixture.faults, openWithWrongKey: () => new MemoryEngine() } };
  },
  'reads answers of another form as none': () => {
    const fixture = createMemoryFixture();
    return { ...fixture, faults: { ...fixture.faults, openGarbage: async () => [new MemoryEngine()] } };
  },
  'uses another program': () => {
    const fixture = createMemoryFixture();
    return { ...fixture, faults: { ...fixture.faults, openIncompatible: async () => [new MemoryEngine()] } };
  },
  'acknowledges batches on a full disk': () => {
    const fixture = createMemoryFixture();
    return { ...fixture, faults: { ...fixture.faults, fillDisk: async () => async () => {} } };
  },
  'shares an index between libraries': () => {
    const engine = new MemoryEngine({ synonyms: SYNONYMS });
    return createMemoryFixture(() => engine);
  },
};

const mutants = [
  ...Object.entries(MUTANTS).map(([name, make]) => [name, () => createMemoryFixture(make)] as const),
  ...Object.entries(FIXTURES),
];

/** Returns the name of the first case that an engine fails; undefined when it passes all. */
async function findFailedCase(createFixture: () => EngineFixture): Promise<string | undefined> {
  for (const { name, run } of ENGINE_CASES) {
    const hasPassed = await run(createFixture()).then(
      () => true,
      () => false,
    );
    if (!hasPassed) return name;
  }
  return undefined;
}

it('the suite finds nothing in an engine whose methods are replaced by equal ones', async () => {
  expect(await findFailedCase(() => createMemoryFixture(mutateEngine((right) => right)))).toBeUndefined();
});

it.each(mutants)('[SIDECAR-SUITE] the suite catches an engine that %s', async (_, createFixture) => {
  expect(await findFailedCase(createFixture)).toBeDefined();
});
