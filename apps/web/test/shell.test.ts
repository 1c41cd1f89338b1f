import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

describe('the page', () => {
  it('loads without an error, asks nobody else for anything, and nothing the interface does not have [WEB-OWN]', async () => {
    const page = await web.openPage();
    await page.getByRole('link', { name: 'Notes', exact: true }).first().waitFor();
    await page.getByRole('navigation', { name: 'Library' }).getByText('Help').first().waitFor();
    expect(await page.title()).toContain('Notes');
  });

  it('runs no script of a string', async () => {
    const page = await web.openPage();
    const inline = () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
    };
    await expect(page.evaluate(inline)).rejects.toThrow('TrustedScript');
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    web.watch.expect(/policy: require-trusted-types-for/, /console error: .*TrustedScript/);
  });
});
