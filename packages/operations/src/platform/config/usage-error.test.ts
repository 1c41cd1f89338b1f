import { expect, it } from 'vitest';
import { formatUsageError } from './usage-error.js';

it.each([
  [
    "error: unknown option '--body-fil'\n(Did you mean --body-file?)",
    "Unknown option '--body-fil' (Did you mean --body-file?)",
  ],
  ["error: missing required argument 'note'", "Missing required argument 'note'"],
  ['', ''],
])('formatUsageError prints %j in one line with a capital', (message, expected) => {
  expect(formatUsageError(message)).toBe(expected);
});
