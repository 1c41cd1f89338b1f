import { expect, test } from 'vitest';
import { collide, getNextStep, isReserved, type Press, toChord } from './keys.js';

const press = (key: string, modifiers: Partial<Press> = {}): Press => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

test('toChord names modifiers, letters, digits and special keys', () => {
  expect(toChord(press('k', { ctrlKey: true }))).toBe('Mod+K');
  expect(toChord(press('F', { metaKey: true, shiftKey: true }))).toBe('Mod+Shift+F');
  expect(toChord(press('?', { shiftKey: true }))).toBe('?');
  expect(toChord(press('F6', { shiftKey: true }))).toBe('Shift+F6');
  expect(toChord(press('ArrowUp', { altKey: true, shiftKey: true }))).toBe('Alt+Shift+ArrowUp');
  expect(toChord(press('ArrowUp', { altKey: true, ctrlKey: true }))).toBe('Mod+Alt+ArrowUp');
  expect(toChord(press('&', { code: 'Digit7', ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+7');
  expect(toChord(press('|', { code: 'Backslash', ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+\\');
});

test('toChord returns undefined for a modifier alone and for characters typed with Alt', () => {
  expect(toChord(press('Shift', { shiftKey: true }))).toBeUndefined();
  expect(toChord(press('@', { altKey: true, ctrlKey: true }))).toBeUndefined();
});

test('getNextStep runs a command only after the whole sequence', () => {
  const bindings = new Map([
    ['g t', 'trash'],
    ['Mod+. n', 'new'],
    ['c', 'new'],
  ]);
  expect(getNextStep(bindings, '', 'g')).toEqual({ pending: 'g' });
  expect(getNextStep(bindings, 'g', 't')).toEqual({ run: 'trash' });
  expect(getNextStep(bindings, 'g', 'x')).toBeUndefined();
  expect(getNextStep(bindings, '', 'c')).toEqual({ run: 'new' });
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
