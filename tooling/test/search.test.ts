import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../run/workspace.mjs';
import { average, judge } from '../search/figures.mjs';
import { readJudgedNotes, readNoteFolder, readOtherNotes, readQueries } from '../search/judged-set.mjs';
import { deriveKnownItems } from '../search/known-items.mjs';
import { deriveSlips } from '../search/slips.mjs';

const judged = readJudgedNotes();
const queries = readQueries();

it('the judged set has 300 different queries for notes whose titles only one of its notes has', () => {
  const help = readNoteFolder(join(root, 'packages', 'operations', 'help'));
  const titles = [...judged, ...help].map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(queries).toHaveLength(300);
  const keys = queries.map(({ group, text }) => `${group}: ${text}`);
  expect(new Set(keys).size).toBe(300);
  for (const query of queries)
    expect({ query, known: query.titles.map((title) => titles.includes(title)) }).toEqual({
      query,
      known: query.titles.map(() => true),
    });
});

it('judge returns recall, nDCG and reciprocal rank of the first ten results', () => {
  expect(judge(['a', 'b'], new Set(['a']))).toEqual({ recall: 1, ndcg: 1, mrr: 1 });
  expect(judge(['b', 'a'], new Set(['a']))).toEqual({ recall: 1, ndcg: 1 / Math.log2(3), mrr: 0.5 });
  expect(judge(['a', 'b'], new Set(['a', 'c'])).recall).toBe(0.5);
  expect(judge([...'0123456789a'], new Set(['a']))).toEqual({ recall: 0, ndcg: 0, mrr: 0 });
  expect(judge([], new Set(['a']))).toEqual({ recall: 0, ndcg: 0, mrr: 0 });
  expect(average([judge(['a'], new Set(['a'])), judge([], new Set(['a']))])).toEqual({
    recall: 0.5,
    ndcg: 0.5,
    mrr: 0.5,
  });
});

it('deriveKnownItems derives the same queries from the same notes in any order', () => {
  const notes = readOtherNotes().map((note, index) => ({ ...note, id: `doc_${index}` }));
  const items = deriveKnownItems(notes, 20);
  expect(deriveKnownItems(notes.toReversed(), 20)).toEqual(items);
  const groups = new Set(items.map(({ group }) => group));
  expect(groups).toContain('letter left out');
  expect(groups).toContain('title beginning');
  for (const { text } of items) expect(text).toMatch(/\S/);
});

it('deriveSlips derives the same queries in each group, none of which has only words of its note', () => {
  const slips = deriveSlips(judged, 20);
  expect(deriveSlips(judged, 20)).toEqual(slips);
  const groups = [...new Set(slips.map(({ group }) => group))];
  expect(groups).toHaveLength(10);
  const count = (group: string) => slips.filter((each) => each.group === group).length;
  // Ten of the Japanese notes have a word in katakana that no other note has.
  for (const group of groups) expect([group, count(group)]).toEqual([group, group.startsWith('Katakana') ? 10 : 20]);
  for (const { text, titles } of slips) {
    const note = judged.find(({ title }) => title === titles[0]);
    const words = text.split(' ');
    const lower = `${note?.title}\n${note?.body}`.toLowerCase();
    expect({ text, isKnown: words.every((word) => lower.includes(word)) }).toEqual({ text, isKnown: false });
  }
});

it('deriveSlips replaces one character in Chinese and Japanese by one that the note does not have', () => {
  const slips = deriveSlips(judged, 20).filter(({ group }) => group.endsWith('one character wrong'));
  for (const { text, titles } of slips) {
    const note = judged.find(({ title }) => title === titles[0]);
    const foreign = [...text].filter((character) => !`${note?.title}\n${note?.body}`.includes(character));
    expect([text, foreign.length]).toEqual([text, 1]);
  }
});
