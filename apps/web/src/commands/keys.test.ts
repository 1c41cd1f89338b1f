import { expect, test } from 'vitest';
import { chordOf, collide, isReserved, type Press, stepOf } from './keys.js';

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test('toChord names modifiers, letters, digits and special keys', () => {
  expect(chordOf(press('k', { ctrlKey: true }))).toBe('Mod+K');
  expect(chordOf(press('F', { metaKey: true, shiftKey: true }))).toBe('Mod+Shift+F');
  expect(chordOf(press('?', { shiftKey: true }))).toBe('?');
  expect(chordOf(press('F6', { shiftKey: true }))).toBe('Shift+F6');
  expect(chordOf(press('ArrowUp', { altKey: true, shiftKey: true }))).toBe('Alt+Shift+ArrowUp');
  expect(chordOf(press('&', { code: 'Digit7', ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+7');
  expect(chordOf(press('|', { code: 'Backslash', ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+\\');
});

test('toChord returns undefined for a modifier alone and for characters typed with Alt', () => {
  expect(chordOf(press('Shift', { shiftKey: true }))).toBeUndefined();
  expect(chordOf(press('@', { altKey: true, ctrlKey: true }))).toBeUndefined();
});

test('getNextStep runs a command only after the whole sequence', () => {
  const bindings = new Map([
    ['g t', 'trash'],
    ['Mod+. n', 'new'],
    ['c', 'new'],
  ]);
  expect(stepOf(bindings, '', 'g')).toEqual({ pending: 'g' });
  expect(stepOf(bindings, 'g', 't')).toEqual({ run: 'trash' });
  expect(stepOf(bindings, 'g', 'x')).toBeUndefined();
  expect(stepOf(bindings, '', 'c')).toEqual({ run: 'new' });
});

test('collide is true only when one sequence is a prefix of the other', () => {
  expect(collide('g', 'g t')).toBe(true);
  expect(collide('g t', 'g t')).toBe(true);
  expect(collide('g t', 'g k')).toBe(false);
  expect(collide('Mod+.', 'Mod+. n')).toBe(true);
});

test('isReserved is true for shortcuts that the browser keeps', () => {
  expect(['Mod+N', 'Mod+1', 'Mod+Shift+N'].every(isReserved)).toBe(true);
  expect(['Mod+K', 'n'].some(isReserved)).toBe(false);
});
