import { expect, test } from 'vitest';
import { describePath } from './texts.js';

const statuses = ['found', 'no_path', 'depth_exhausted', 'budget_exhausted'] as const;
const sentences = statuses.map((status) => describePath({ status, nodes: [], length: 2, visits: 1_200 }, 6));

test('each status has its own sentence', () => {
  expect(new Set(sentences).size).toBe(statuses.length);
});

test('only the sentence for no_path says that there is no path', () => {
  expect(sentences.filter((sentence) => sentence.includes('There is no path'))).toEqual([sentences[1]]);
  expect(sentences.slice(2).every((sentence) => /may exist/.test(sentence))).toBe(true);
});
