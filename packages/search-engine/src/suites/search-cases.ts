import assert from 'node:assert/strict';
import { channels } from '../port.js';
import {
  findCandidates,
  findNames,
  makeBatch,
  makeQuery,
  makeRecord,
  makeRecords,
  openFilled,
} from './case-support.js';
import type { EngineCase } from './engine-fixture.js';

/** Cases of the two channels. */
export const SEARCH_CASES: readonly EngineCase[] = [
  {
    name: 'typo finds the records that have all words, in title and body',
    async run(fixture) {
      const engine = await openFilled(fixture, [
        makeRecord('both', 'Winter journey', 'A train through the mountains'),
        makeRecord('one', 'Winter', 'Snow'),
        makeRecord('body', 'Diary', 'A journey in winter by train'),
      ]);
      assert.deepEqual(await findNames(engine, 'winter'), ['body', 'both', 'one']);
      assert.deepEqual(await findNames(engine, 'winter train'), ['body', 'both']);
      assert.deepEqual(await findNames(engine, 'winter train snow'), []);
      assert.deepEqual(await findNames(engine, 'WINTER'), ['body', 'both', 'one']);
    },
  },
  {
    name: 'typo finds words of 4 letters and more with one edit, and of 8 and more with two',
    async run(fixture) {
      const engine = await openFilled(fixture, [
        makeRecord('short', 'cat'),
        makeRecord('four', 'moon'),
        makeRecord('word', 'kitchen'),
        makeRecord('eight', 'mountain'),
        makeRecord('long', 'photograph'),
      ]);
      const found: Readonly<Record<string, readonly string[]>> = {
        four: ['moon', 'mxon', 'moxon'],
        word: ['kitchn', 'kittchen', 'kitxhen'],
        eight: ['mounxain', 'moxntaxn', 'mountaiinn'],
        long: ['photgraph', 'photogrraph', 'phptpgraph', 'photogrph', 'photografh'],
      };
      for (const [name, texts] of Object.entries(found))
        for (const text of texts) assert.deepEqual(await findNames(engine, text), [name], text);
      for (const text of ['cxt', 'cut', 'mxxn', 'kxtcxen', 'mxuxtaxn', 'phxtxgrxph'])
        assert.deepEqual(await findNames(engine, text), [], text);
    },
  },
  {
    name: 'typo ignores case and accents',
    async run(fixture) {
      const engine = await openFilled(fixture, [makeRecord('accents', 'Café in Zürich')]);
      assert.deepEqual(await findNames(engine, 'cafe zurich'), ['accents']);
      assert.deepEqual(await findNames(engine, 'ZÜRICH'), ['accents']);
    },
  },
  {
    name: 'typo finds Chinese, Japanese and Russian words inside sentences',
    async run(fixture) {
      const engine = await openFilled(fixture, [
        makeRecord('chinese', '工作', '今天的会议记录已经写好了'),
        makeRecord('japanese', 'メモ', '昨日は図書館で本を読みました'),
        makeRecord('russian', 'Дневник', 'Вчера мы ездили на дачу'),
      ]);
      assert.deepEqual(await findNames(engine, '会议'), ['chinese']);
      assert.deepEqual(await findNames(engine, '図書館'), ['japanese']);
      assert.deepEqual(await findNames(engine, 'дневнк'), ['russian']);
    },
  },
  {
    name: 'typo treats operators and quotes in the text as text',
    async run(fixture) {
      const engine = await openFilled(fixture, [makeRecord('note', 'Garden plan')]);
      for (const text of ['-garden', '"gardn plan"', '"garden', 'plan -garden', 'garden "'])
        assert.deepEqual(await findNames(engine, text), ['note'], text);
    },
  },
  {
    name: 'a query without words finds nothing by typo',
    async run(fixture) {
      const engine = await openFilled(fixture, [makeRecord('note', 'Garden')]);
      for (const text of ['', ' ', '—']) assert.deepEqual(await findNames(engine, text), []);
    },
  },
  {
    name: 'candidates are distinct, best first, with scores that do not grow, and an exact word before a similar one',
    async run(fixture) {
      const engine = await openFilled(fixture, [
        makeRecord('similar', 'Gardem'),
        makeRecord('exact', 'Garden'),
        ...Array.from({ length: 8 }, (_, index) =>
          makeRecord(`body${index}`, 'Diary', `${'word '.repeat(index)}garden`),
        ),
      ]);
      const found = await findCandidates(engine, 'garden', 'typo', 100);
      assert.equal(new Set(found.map(({ id }) => id)).size, 10);
      assert.equal(found.length, 10);
      const scores = found.map(({ score }) => score);
      assert.ok(scores.every((score) => Number.isFinite(score)));
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      const names = found.map(({ id }) => id);
      assert.ok(names.indexOf('document_exact') < names.indexOf('document_similar'));
    },
  },
  {
    name: 'candidates are as many as the limit, the best ones',
    async run(fixture) {
      const engine = await openFilled(fixture, makeRecords(30));
      const all = await findCandidates(engine, 'note', 'typo', 1_000);
      assert.equal(all.length, 30);
      for (const limit of [1, 7]) assert.equal((await findCandidates(engine, 'note', 'typo', limit)).length, limit);
    },
  },
  {
    name: 'candidates are those of the last batch',
    async run(fixture) {
      const engine = await openFilled(fixture, [makeRecord('a', 'Garden'), makeRecord('b', 'Garden')]);
      await engine.apply(makeBatch(2, 3, [makeRecord('a', 'Kitchen', '', 2)], ['document_b']));
      assert.deepEqual(await findNames(engine, 'garden'), []);
      assert.deepEqual(await findNames(engine, 'kitchen'), ['a']);
    },
  },
  {
    name: 'meaning finds a text in other words before one about something else',
    needs: 'meaning',
    async run(fixture) {
      const { query, near, far } = fixture.meaning ?? assert.fail();
      const engine = await openFilled(fixture, [makeRecord('far', far), makeRecord('near', near)]);
      const description = await engine.describe();
      assert.equal(description.channels.meaning, 'ready');
      const found = await findCandidates(engine, query, 'meaning');
      assert.equal(found[0]?.id, 'document_near');
      assert.deepEqual(
        found.map(({ score }) => score),
        found.map(({ score }) => score).toSorted((a, b) => b - a),
      );
      assert.equal((await findCandidates(engine, query, 'meaning', 1)).length, 1);
      assert.deepEqual(await findCandidates(engine, '', 'meaning'), []);
      await engine.apply(makeBatch(2, 3, [], ['document_near']));
      assert.ok((await findCandidates(engine, query, 'meaning')).every(({ id }) => id === 'document_far'));
    },
  },
  {
    name: 'the answer has the channels of the query, and none that is off answers',
    async run(fixture) {
      const engine = await openFilled(fixture, [makeRecord('note', 'Garden')]);
      const description = await engine.describe();
      const answers = await engine.candidates({ ...makeQuery('garden'), channels });
      assert.deepEqual(Object.keys(answers).sort(), [...channels].sort());
      for (const channel of channels) {
        const state = description.channels[channel];
        assert.equal(answers[channel]?.state, state === 'ready' ? 'answered' : state);
      }
      assert.equal(description.channels.meaning, fixture.meaning ? 'ready' : 'off');
      assert.deepEqual(await engine.candidates({ ...makeQuery('garden'), channels: [] }), {});
    },
  },
];
