import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  // Would fetch data for rules that are not run, which the page's policy forbids.
  preload: false,
};

/** Rules whose findings depend on the colours of the theme. */
export const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

interface AxeContext {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}
interface Axe {
  run(context: AxeContext, options: RunOptions): Promise<AxeResults>;
}

/** Leaves out the scroller of the editor, which is not focusable itself, but contains a focusable element. */
const WHOLE_PAGE: AxeContext = { exclude: ['.cm-scroller'] };

/** Returns violations of WCAG 2.2 AA, a line each with the rule and the element. */
export async function violations(page: Page, rules: RunOptions = options, context = WHOLE_PAGE): Promise<string[]> {
  // Injects the script through the debugger, because the page's policy allows no foreign script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const results = await page.evaluate(
    ([within, axeOptions]) => (globalThis as unknown as { axe: Axe }).axe.run(within, axeOptions),
    [context, rules] as const,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`,
    ),
  );
}

/** Returns violations in both themes; in the dark theme only those that depend on colours. */
export async function violationsInBothThemes(page: Page, context = WHOLE_PAGE): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page, options, context);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, COLOURS, context);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
