import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findFile, pagePaths, readPage } from './site-folder.js';

const paths = pagePaths();
const ids = new Map(paths.map((path) => [path, new Set(readAttributes(readPage(path), 'id'))]));

it('every link of the site leads to an existing page, file and anchor [DOCS-LINKS]', () => {
  const links = paths.flatMap((path) => listLinks(path).map((link) => ({ path, link })));
  const broken = links.flatMap(({ path, link }) => {
    const fault = findFault(path, link);
    return fault === undefined ? [] : [`${path}: ${link}: ${fault}`];
  });
  expect([...new Set(broken)]).toEqual([]);
  expect(paths.length).toBeGreaterThan(40);
  expect(links.length).toBeGreaterThan(1000);
});

it('a link to a missing page, a missing anchor and a malformed address are found', () => {
  const [page] = paths as [string];
  expect(findFault(page, '/nowhere.html')).toBe('no such file');
  expect(findFault('/guide/install.html', '#nowhere')).toBe('no such anchor');
  expect(findFault(page, 'https://')).toBe('malformed address');
});

const repository = fileURLToPath(new URL('../../', import.meta.url));
const documents = ['', 'apps', 'packages']
  .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name)))
  .map((path) => (path.endsWith('.md') ? path : join(path, 'README.md')))
  .filter((path) => existsSync(join(repository, path)));
const pages = readdirSync(join(repository, 'docs/pages'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs/pages', path));

it('every relative link in the README and the other documents of the repository leads to a file [DOCS-LINKS]', () => {
  const broken = [...documents, ...pages].flatMap((path) =>
    relativeTargets(readFileSync(join(repository, path), 'utf8'))
      .filter((target) => !existsSync(join(repository, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'apps/server/README.md']));
  expect(pages.length).toBeGreaterThan(10);
  expect(relativeTargets('[a](b.md#c) ![d](e.webp) `[f](g)` [h](https://example.org)')).toEqual(['b.md', 'e.webp']);
});

/** Returns the targets of links and pictures outside of code. */
function relativeTargets(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$|`[^`\n]+`/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

function listLinks(path: string): string[] {
  const html = readPage(path);
  return ['href', 'src'].flatMap((name) => readAttributes(html, name)).filter((link) => link !== '');
}

function readAttributes(html: string, name: string): string[] {
  const values = [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  return values.map((value) => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
}

/** External addresses are checked for their form alone: tests reach no network. */
function findFault(path: string, link: string): string | undefined {
  if (!URL.canParse(link, `http://site.invalid${path}`)) return 'malformed address';
  const { host, protocol, pathname, hash } = new URL(link, `http://site.invalid${path}`);
  if (host !== 'site.invalid')
    return ['https:', 'http:', 'data:'].includes(protocol) ? undefined : 'unsupported protocol';
  const target = pathname.endsWith('/') ? `${pathname}index.html` : decodeURIComponent(pathname);
  if (findFile(target) === undefined) return 'no such file';
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || ids.get(target)?.has(anchor) ? undefined : 'no such anchor';
}
