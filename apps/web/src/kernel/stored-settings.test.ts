import { expect, test } from 'vitest';
import { parseSettings } from './stored-settings.js';

const standard = parseSettings(null);

test('parseSettings keeps valid stored settings', () => {
  const chosen = { theme: 'dark', proseSize: 20, sidebar: false, closedBranches: ['nb:nb_1'] } as const;
  expect(parseSettings(JSON.stringify(chosen))).toEqual({ ...standard, ...chosen });
});

test.each([
  'no JSON',
  'null',
  '[1]',
  '"text"',
  '{"theme":"__proto__","density":null,"proseWidth":"constructor"}',
  '{"sidebarWidth":"232","listWidth":1e9,"proseSize":-1}',
  '{"closedBranches":{"length":2},"spelling":"false","__proto__":{"theme":"dark"},"unknown":1}',
])('parseSettings returns the defaults for the stored text %s', (stored) => {
  expect(parseSettings(stored)).toEqual(standard);
});
