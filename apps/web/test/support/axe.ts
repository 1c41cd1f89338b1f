import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  // What it would fetch for rules that are not run, policies forbid.
  preload: false,
};

/** The rules whose outcome is another where colours are. */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

interface Axe {
  run(context: { exclude: string[] }, options: RunOptions): Promise<AxeResults>;
}

/**
 * What axe finds against WCAG 2.2 AA, a line each with the rule and the place.
 * Left out: the scroller of the editor, which is not focusable itself, but holds what is.
 */
export async function violations(page: Page, rules: RunOptions = options): Promise<string[]> {
  // By the debugger: the page's policy lets no script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const results = await page.evaluate(
    (given) => (globalThis as unknown as { axe: Axe }).axe.run({ exclude: ['.cm-scroller'] }, given),
    rules,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`,
    ),
  );
}

/** The same in both themes: of the dark one what its colours decide, the rest being no other there. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
