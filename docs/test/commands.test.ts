import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRunner } from './page-runner.js';
import { hasLines, readShellBlocks } from './shell-blocks.js';

const folder = fileURLToPath(new URL('../pages/', import.meta.url));
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ name, blocks: readShellBlocks(readFileSync(join(folder, name), 'utf8')) }))
  .filter(({ blocks }) => blocks.length > 0);

/** Timeout for hanging tests: a page has up to thirty commands, and a busy machine is slow. */
const PAGE_TIMEOUT_MS = 600_000;

describe('the commands in the documentation', { timeout: PAGE_TIMEOUT_MS }, () => {
  let cache = '';
  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'notes-docs-cache-'));
  });
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  it.each(pages)('of $name run in order and print what the page shows [DOCS-COMMANDS]', async ({ blocks }) => {
    const runner = new PageRunner(cache);
    try {
      for (const block of blocks) if (block.skip === undefined) await runner.run(block);
    } finally {
      await runner.close();
    }
  });

  it('are run unless their block gives a reason to skip them', () => {
    const blocks = pages.flatMap((page) => page.blocks.map((block) => ({ ...block, page: page.name })));
    const skipped = blocks.filter(({ skip }) => skip !== undefined);
    const reasons = skipped.map(({ page, line, skip }) => `  ${page}:${line}: ${skip}`).join('\n');
    process.stdout.write(
      `${blocks.length - skipped.length} blocks of commands run, ${skipped.length} are skipped:\n${reasons}\n`,
    );
    expect(blocks.length - skipped.length).toBeGreaterThan(skipped.length);
  });
});

describe('readShellBlocks', () => {
  it('refuses a skip without a reason and an unknown attribute', () => {
    expect(() => readShellBlocks('```sh skip\ntrue\n```\n')).toThrow(/needs a reason/);
    expect(() => readShellBlocks('```sh later\ntrue\n```\n')).toThrow(/no attribute "later"/);
  });
});

describe('hasLines', () => {
  it('compares whole lines, with … for any text', () => {
    expect(hasLines('one\n{"code":"a","rest":1}\n', '{"code":"a",…}\n')).toBe(true);
    expect(hasLines('one\nbone\n', 'on\n')).toBe(false);
  });
});
