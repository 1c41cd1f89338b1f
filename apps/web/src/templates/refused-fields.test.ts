import { expect, test } from 'vitest';
import { refusedFields } from './refused-fields.js';

test.each([
  ['title: must be one line without control characters', ['title']],
  ['values.mood: must be text', ['values.mood']],
  ['values: missing: "goal", "mood"', ['values.mood', 'values.goal']],
  ['The template has an error', []],
])('refusedFields finds the fields of the message: %s', (message, fields) => {
  expect(refusedFields(message, ['mood', 'goal', 'go'])).toEqual(fields);
});
