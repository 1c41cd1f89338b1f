import { expect, test } from 'vitest';
import { pathSentence } from './path-words.js';

const statuses = ['found', 'no_path', 'depth_exhausted', 'budget_exhausted'] as const;
const sentences = statuses.map((status) => pathSentence({ status, nodes: [], length: 2, visits: 1_200 }, 6));

test('each status has a sentence of its own', () => {
  expect(new Set(sentences).size).toBe(statuses.length);
});

test('only no_path claims that there is none', () => {
  expect(sentences.filter((sentence) => sentence.includes('There is no path'))).toEqual([sentences[1]]);
  expect(sentences.slice(2).every((sentence) => /may exist/.test(sentence))).toBe(true);
});
