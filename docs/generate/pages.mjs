// @ts-check
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeApi } from './api.mjs';
import { renderClients, renderTools } from './assistants.mjs';
import { renderCommands, renderExitCodes, renderGlobalOptions } from './commands.mjs';
import { renderErrors } from './error-guide.mjs';
import { renderKeys } from './keys.mjs';
import { renderRest, renderRouteList } from './rest.mjs';
import { renderQueryExamples, renderQueryFields, renderQueryLimits } from './search.mjs';
import { renderSettings } from './settings.mjs';

const docs = fileURLToPath(new URL('../', import.meta.url));
const repository = join(docs, '..');

/** Generated parts of pages, by the name of their marker. */
const GENERATED = {
  clients: renderClients,
  commands: renderCommands,
  errors: renderErrors,
  'exit-codes': renderExitCodes,
  'global-options': renderGlobalOptions,
  keys: renderKeys,
  'query-examples': renderQueryExamples,
  'query-fields': renderQueryFields,
  'query-limits': renderQueryLimits,
  routes: renderRouteList,
  settings: renderSettings,
  tools: renderTools,
};

/** Specifications that pages show unchanged, by page. */
const SPECIFICATIONS = {
  'formats/archive.md': 'packages/archive-manifest/SPEC.md',
  'formats/sync.md': 'packages/sync-protocol/SPEC.md',
  'formats/query-language.md': 'packages/query-language/SPEC.md',
  'formats/titles.md': 'packages/link-graph/SPEC.md',
  'formats/imports.md': 'packages/operations/IMPORTS.md',
};

/** Packages whose API reference is generated from their sources. */
const API_PACKAGES = ['query-language', 'markdown-blocks', 'link-graph', 'archive-manifest', 'sync-protocol'];

/** Files of the site by the files of the repository that pages link to, so that the links of both lead somewhere. */
const SITE_FILES = new Map([
  ...Object.entries(SPECIFICATIONS).map(([page, source]) => /** @type {const} */ ([source, page])),
  ...API_PACKAGES.map((name) => /** @type {const} */ ([`packages/${name}/src/index.ts`, `api/${name}/index.md`])),
  ['docs/pictures/writing.webp', 'pictures/writing.webp'],
]);

/** Pages that replace files of the repository in the links of specifications. */
const LINKED_FILES = { '../../apps/cli/README.md#importing': '../guide/importing.md' };

const MARKER = /^<!-- generated: ([a-z-]+) -->$/gm;
/** Matches the opening line of a block of shell commands, with attributes for tests. */
const SHELL_FENCE = /^```sh [^\n]+$/gm;
const HIDDEN_BLOCK = /^```sh [^\n]*\bhidden\b[^\n]*\n[\s\S]*?^```\n+/gm;
const OUTPUT_FENCE = /^```output$/gm;

/**
 * Writes every page into a folder, which is emptied first: written pages with their generated parts, the REST and API
 * references, and the specifications of the packages.
 *
 * @param {string} folder
 * @returns {Promise<{ rest: SidebarEntry[], api: (SidebarEntry & { items: SidebarEntry[] })[] }>} entries of the sidebar
 * @typedef {{ text: string, link?: string }} SidebarEntry
 */
export async function writePages(folder) {
  rmSync(folder, { recursive: true, force: true });
  const parts = await renderParts();
  for (const name of readdirSync(join(docs, 'pages'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.md'))
      writePage(folder, name, adaptLinks(name, renderPage(readFileSync(join(docs, 'pages', name), 'utf8'), parts)));
  }
  for (const [page, source] of Object.entries(SPECIFICATIONS)) {
    writePage(folder, page, adaptSpecification(readFileSync(join(repository, source), 'utf8')));
  }
  const rest = renderRest();
  for (const { name, text } of rest) writePage(folder, join('reference/rest', name), text);
  // The home page refers to a picture by its address, which only files in `public` keep.
  for (const copy of ['pictures', 'public/pictures']) {
    cpSync(join(docs, 'pictures'), join(folder, copy), { recursive: true });
  }
  return {
    rest: rest.map(({ name, title }) => ({ text: title, link: `/reference/rest/${name.replace(/\.md$/, '')}` })),
    api: await writeApi(join(folder, 'api')),
  };
}

/** @returns {Promise<Record<string, string>>} */
async function renderParts() {
  const parts = Object.entries(GENERATED).map(async ([name, render]) => [name, await render()]);
  return Object.fromEntries(await Promise.all(parts));
}

/**
 * Fills in the generated parts, and removes the attributes for tests.
 *
 * @param {string} source
 * @param {Readonly<Record<string, string>>} parts
 * @throws {Error} when a marker names a part that does not exist
 */
export function renderPage(source, parts) {
  const filled = source.replaceAll(MARKER, (_, /** @type {string} */ name) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`No generator is called "${name}". Add it to generate/pages.mjs.`);
    return part;
  });
  return filled.replaceAll(HIDDEN_BLOCK, '').replaceAll(SHELL_FENCE, '```sh').replaceAll(OUTPUT_FENCE, '```text');
}

/**
 * Replaces the links of a page to files of the repository by links to the files of the site.
 *
 * @param {string} page path of the page below the folder of pages
 * @param {string} text
 */
export function adaptLinks(page, text) {
  const folder = dirname(page.replaceAll('\\', '/'));
  return text.replaceAll(/\]\((\.\.?\/[^)#\s]+)/g, (link, /** @type {string} */ target) => {
    const file = SITE_FILES.get(posix.join('docs/pages', folder, target));
    if (file === undefined) return link;
    const path = posix.relative(folder, file);
    return `](${path.startsWith('.') ? path : `./${path}`}`;
  });
}

/**
 * Replaces links to files of the repository by links to their pages, and languages that the site generator cannot
 * colour by plain text.
 */
const adaptSpecification = (/** @type {string} */ text) =>
  Object.entries(LINKED_FILES)
    .reduce((redirected, [file, page]) => redirected.split(`](${file}`).join(`](${page}`), text)
    .replaceAll(/^```ebnf$/gm, '```text');

function writePage(/** @type {string} */ folder, /** @type {string} */ name, /** @type {string} */ text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`);
}
