import type { Expansion } from '@notes/link-graph';
import type { Reader } from '@notes/storage';
import { describe, expect, it } from 'vitest';
import { createGraphAnswer } from '../../src/notes/graph/graph-answer.js';
import { NodeNames } from '../../src/notes/graph/node-names.js';
import { writeJson } from '../../src/platform/json-text.js';

const TITLES = ['Plain', '漢字 and 🪴', 'a "quoted" title\\', 'lone \ud800 surrogate'];

const documents = {
  getMany: (keys: readonly number[]) =>
    keys.map((pk) => ({ pk, id: `doc_${pk}`, title: TITLES[pk % TITLES.length] as string, notebookId: 'nb_notes' })),
};
/** Reader of a library with notes whose titles need care in JSON and in UTF-8. */
const reader = { documents } as unknown as Reader;

describe('the JSON of a graph', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [511, 512],
    [513, 1_024],
    [1_300, 1_300],
  ])('with %i notes and %i links equals that of its object', (noteCount, linkCount) => {
    const found: Expansion = {
      nodes: Array.from({ length: noteCount }, (_, node) => ({ node, distance: node % 3 })),
      edges: Array.from({ length: linkCount }, (_, at) => ({ source: at % 511, target: (at * 7) % 511 })),
      ...{ truncated: false, truncatedBy: null, requestedDepth: 2, completedDepth: 2 },
    };
    const answer = createGraphAnswer(found, new NodeNames().read(reader, [...Array(1_300).keys()]));
    expect(Buffer.from(writeJson(answer)).toString()).toBe(JSON.stringify(answer));
  });
});
