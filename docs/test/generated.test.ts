import { configKeys, errorCodes } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { adaptLinks, renderPage } from '../generate/pages.mjs';
import { pagePaths, readPage } from './site-folder.js';

const toText = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll('&#39;', "'");

it('the troubleshooting page has a section with cause and remedy for every error code [DOCS-ERRORS]', () => {
  const html = readPage('/guide/troubleshooting.html');
  for (const code of Object.keys(errorCodes)) {
    const [, section = ''] = html.split(`<h2 id="${code.replaceAll('_', '-')}"`);
    expect(section.split('<h2')[0], code).toMatch(/<strong>Cause\.<\/strong> \S[\s\S]*<strong>Remedy\.<\/strong> \S/);
  }
});

it('the settings page lists every key', () => {
  const text = toText(readPage('/reference/settings.html'));
  expect(Object.keys(configKeys).filter((key) => !text.includes(key))).toEqual([]);
});

it('no page shows a numeric character reference as text', () => {
  const faulty = pagePaths().filter((path) => /&amp;#\d+;/.test(readPage(path)));
  expect(faulty).toEqual([]);
  expect(readPage('/reference/rest/search.html')).toContain('The next_cursor of the previous page.');
});

describe('renderPage', () => {
  it('inserts generated parts and removes attributes that only tests read', () => {
    const source =
      '```sh hidden\ntouch a\n```\n\n```sh on=desk\nls\n```\n\n```output\na\n```\n\n<!-- generated: keys -->\n';
    expect(renderPage(source, { keys: 'KEYS' })).toBe('```sh\nls\n```\n\n```text\na\n```\n\nKEYS\n');
  });

  it('refuses a part without a generator', () => {
    expect(() => renderPage('<!-- generated: nothing -->', {})).toThrow('No generator is called "nothing"');
  });
});

it('adaptLinks replaces links to files of the repository by links to the files of the site', () => {
  const [sync, api] = ['packages/sync-protocol/SPEC.md', 'packages/link-graph/src/index.ts'];
  expect(adaptLinks('guide/security.md', `[a](../../../${sync}#b) [c](./proof.md) [d](https://example.org)`)).toBe(
    '[a](../formats/sync.md#b) [c](./proof.md) [d](https://example.org)',
  );
  expect(adaptLinks('formats/index.md', `[a](../../../${sync})`)).toBe('[a](./sync.md)');
  expect(adaptLinks('api/index.md', `[a](../../../${api})`)).toBe('[a](./link-graph/index.md)');
});
