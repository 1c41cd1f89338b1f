import { expect, test, vi } from 'vitest';

const nothing = () => {};
vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing });
vi.stubGlobal('addEventListener', nothing);
vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty: nothing } } });
vi.stubGlobal('matchMedia', () => ({ addEventListener: nothing, removeEventListener: nothing }));
const { changeSettings } = await import('./settings.js');
const { onThemeChange } = await import('./theme.js');

test('onThemeChange runs its callback for a new theme, and not for another setting', () => {
  const run = vi.fn();
  const end = onThemeChange(run);
  changeSettings({ sidebarWidth: 300 });
  expect(run).toHaveBeenCalledTimes(1);
  changeSettings({ theme: 'dark' });
  expect(run).toHaveBeenCalledTimes(2);
  end();
  changeSettings({ theme: 'light' });
  expect(run).toHaveBeenCalledTimes(2);
});
