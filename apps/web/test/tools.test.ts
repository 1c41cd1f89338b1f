import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

describe('settings', () => {
  it('test the MCP endpoint as a client would [WEB-F6]', async () => {
    const page = await web.openPage('#/settings/connect');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const results = page.locator('.test-results li');
    await expect.poll(() => results.count()).toBe(3);
    for (const result of await results.allTextContents()) expect(result).toMatch(/^Passed: /);
  });
});
