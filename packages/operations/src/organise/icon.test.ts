import { expect, it } from 'vitest';
import { chooseIcon } from './icon.js';

it('chooseIcon accepts one emoji, nothing, and the text that an object already has', () => {
  expect(chooseIcon('🌱', null)).toBe('🌱');
  expect(chooseIcon(undefined, 'Old')).toBe('Old');
  expect(chooseIcon('Old', 'Old')).toBe('Old');
  expect(chooseIcon(null, 'Old')).toBeNull();
  expect(chooseIcon('', 'Old')).toBeNull();
  for (const text of ['New', '🌱🌱', ' '])
    expect(() => chooseIcon(text, 'Old')).toThrow(`icon_emoji: ${JSON.stringify(text)} is not one emoji. Give`);
});
