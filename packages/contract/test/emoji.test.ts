import { expect, test } from 'vitest';
import { isEmoji } from '../src/index.js';

test.each(['🌱', '⭐', '❤', '❤️', '🅱', '👩‍👩‍👧‍👦', '👍🏽', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🗒️'])('isEmoji accepts %j', (text) => {
  expect(isEmoji(text)).toBe(true);
});

test.each(['', 'a', 'Work', '1', '#', 'é', '漢', '🌱🌱', '🌱 ', ' 🌱', 'a🌱', '🇩', '<b>', '\u200d'])(
  'isEmoji refuses %j',
  (text) => {
    expect(isEmoji(text)).toBe(false);
  },
);
