import { expect, test } from 'vitest';
import { findObjection } from './find-objection.js';
import { bindings, type Command, commands, groupCommands, offerCommands, parseKeys, rebind } from './registry.js';

const storage = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: { setItem: (key: string, value: string) => storage.set(key, value) },
});

const command = (id: string, keys: readonly string[], group: Command['group'] = 'go'): Command => ({
  id,
  group,
  title: `To ${id}`,
  keys,
  run: () => {},
});

test('the later of two commands with one id wins until it is removed', () => {
  const ends = [offerCommands([command('a', ['g a'])]), offerCommands([command('a', ['g b'])])];
  expect(commands.value.map(({ keys }) => keys)).toEqual([['g b']]);
  ends[1]?.();
  expect(commands.value.map(({ keys }) => keys)).toEqual([['g a']]);
  ends[0]?.();
  expect(commands.value).toEqual([]);
});

test('chosen keys are stored, take precedence over default keys, and are refused for other commands', () => {
  const end = offerCommands([command('a', ['g a'])]);
  rebind('a', ['g x']);
  const endOther = offerCommands([command('b', ['g x'])]);
  expect(bindings.value.get('g x')).toBe('a');
  expect(findObjection('c', 'g x')).toContain('To a');
  expect(findObjection('c', 'Mod+N')).toMatch(/browser/);
  expect(JSON.parse(storage.get('notes.keys') ?? '')).toEqual({ a: ['g x'] });
  endOther();
  end();
});

test('parseKeys ignores stored values that are not key sequences', () => {
  expect(parseKeys('{"a":["g x"],"b":"g y","c":[1],"d":[]}')).toEqual({ a: ['g x'], d: [] });
  for (const stored of [null, 'null', '3', '{']) expect(parseKeys(stored)).toEqual({});
});

test('groupCommands keeps the order of groups and leaves out empty ones', () => {
  const list = [command('a', [], 'view'), command('b', [], 'find')];
  expect(groupCommands(list).map(([, [member]]) => member?.id)).toEqual(['b', 'a']);
});
