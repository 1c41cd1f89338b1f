import { expect, test } from 'vitest';
import { settingsOf } from './stored-settings.js';

const standard = settingsOf(null);

test('parseSettings keeps valid stored settings', () => {
  const chosen = { theme: 'dark', proseSize: 20, sidebar: false, closedBranches: ['nb:nb_1'] } as const;
  expect(settingsOf(JSON.stringify(chosen))).toEqual({ ...standard, ...chosen });
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
  expect(settingsOf(stored)).toEqual(standard);
});
