import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { storableText } from './storable-text.js';

const HIGH = '\ud83d';
const LOW = '\ude00';

it.each<[string, { from: number; to?: number; insert?: string }, string]>([
  ['ab', { from: 1, insert: 'x\0y' }, 'axyb'],
  ['ab', { from: 1, insert: `${HIGH}x${LOW}` }, 'axb'],
  ['ab', { from: 1, insert: `${HIGH}${LOW}` }, `a${HIGH}${LOW}b`],
  [`${HIGH}${LOW}${HIGH}${LOW}`, { from: 1, to: 2 }, `${HIGH}${LOW}`],
  [`${HIGH}${LOW}${HIGH}${LOW}`, { from: 2, to: 3 }, `${HIGH}${LOW}`],
  [`a${HIGH}${LOW}b`, { from: 2, insert: 'x' }, 'axb'],
  [`a${HIGH}${LOW}b`, { from: 3, insert: '\n\0' }, `a${HIGH}${LOW}\nb`],
])('a change of a text leaves no character that the service refuses: %j %j', (doc, change, expected) => {
  const state = EditorState.create({ doc, extensions: storableText });
  const changed = state.update({ changes: change, selection: { anchor: change.from + (change.insert?.length ?? 0) } });
  expect(changed.newDoc.toString()).toBe(expected);
});
