import { expect, test } from 'vitest';
import { listCommand } from './keys.js';

const press = (key: string, modifiers: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

test.each([
  ['j', { do: 'move', by: 1, extend: false }],
  ['ArrowUp', { do: 'move', by: -1, extend: false }],
  ['x', { do: 'toggle', extend: false }],
  ['Escape', { do: 'none' }],
  ['Delete', { do: 'run', operation: 'trash' }],
  ['#', { do: 'run', operation: 'add_tags' }],
  ['e', { do: 'open' }],
  ['q', undefined],
])('listCommand for the key %s', (key, command) => {
  expect(listCommand(press(key), true)).toEqual(command);
});

test('listCommand extends the selection with Shift', () => {
  expect(listCommand(press('X', { shiftKey: true }), true)).toEqual({ do: 'toggle', extend: true });
  expect(listCommand(press('ArrowDown', { shiftKey: true }), true)).toEqual({ do: 'move', by: 1, extend: true });
});

test('listCommand ignores single letters when they are turned off, but not arrow keys', () => {
  expect(listCommand(press('j'), false)).toBeUndefined();
  expect(listCommand(press('ArrowDown'), false)).toBeDefined();
});

test('listCommand leaves keys of the browser alone', () => {
  expect(listCommand(press('j', { ctrlKey: true }), true)).toBeUndefined();
  expect(listCommand(press('x', { altKey: true }), true)).toBeUndefined();
  expect(listCommand(press('a', { metaKey: true }), true)).toEqual({ do: 'all' });
});
