// @ts-check
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { correctSearchBox } from './search-box.mjs';

/** Entries of the sidebar that the build writes: pages of the REST and API references. */
const generated = JSON.parse(readFileSync(new URL('../dist/sidebar.json', import.meta.url), 'utf8'));

/** Length of the longest code that tables keep on one line, in UTF-16 code units. */
const MAX_UNBROKEN_LENGTH = 24;

/** Restores the one HTML element that pages may have: an empty anchor, which the API pages put before each name. */
const restoreAnchors = (/** @type {string} */ html) =>
  html.replaceAll(/&lt;a id=&quot;([\w.-]+)&quot;&gt;&lt;\/a&gt;/g, '<a id="$1"></a>');

export default defineConfig({
  title: 'Notes',
  description: 'Markdown notes for one person, kept on their own machine',
  lang: 'en-GB',
  // A site below a path, such as a project page, is built with DOCS_BASE=/path/.
  base: process.env.DOCS_BASE ?? '/',
  srcDir: 'dist/source',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  lastUpdated: false,
  metaChunk: true,
  vite: { plugins: [correctSearchBox()] },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    html: false,
    linkify: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Braces in texts of the product are text, never expressions of the page.
    config: (md) => {
      const escapeText = (/** @type {string} */ text) => md.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
      md.renderer.rules.text = (tokens, index) => restoreAnchors(escapeText(tokens[index]?.content ?? ''));
      md.renderer.rules.code_inline = (tokens, index) => {
        const content = tokens[index]?.content ?? '';
        const short = content.length > MAX_UNBROKEN_LENGTH ? '' : ' class="short"';
        return `<code v-pre${short}>${escapeText(content)}</code>`;
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    // The label of a link begins with its visible text.
    notFound: { linkLabel: 'Take me home' },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    nav: [
      { text: 'Guide', link: '/guide/install', activeMatch: '^/guide/' },
      { text: 'Reference', link: '/reference/commands', activeMatch: '^/reference/' },
      { text: 'Formats', link: '/formats/', activeMatch: '^/formats/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    sidebar: [
      {
        text: 'Get started',
        items: [
          { text: 'Install', link: '/guide/install' },
          { text: 'First hour', link: '/guide/first-hour' },
          { text: 'Import notes', link: '/guide/importing' },
          { text: 'Connect assistants', link: '/guide/assistants' },
        ],
      },
      {
        text: 'Run and keep',
        items: [
          { text: 'Two devices', link: '/guide/two-devices' },
          { text: 'Archives and restore drill', link: '/guide/archives' },
          { text: 'Publish a site', link: '/guide/publication' },
          { text: 'Search sidecar', link: '/guide/search-sidecar' },
          { text: 'Upgrade', link: '/guide/upgrade' },
          { text: 'Security model', link: '/guide/security' },
          { text: 'Proof', link: '/guide/proof' },
          { text: 'Troubleshooting', link: '/guide/troubleshooting' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Keyboard', link: '/reference/keyboard' },
          { text: 'Search', link: '/reference/search' },
          { text: 'Settings', link: '/reference/settings' },
          { text: 'Commands', link: '/reference/commands' },
          { text: 'REST', link: '/reference/rest', collapsed: true, items: generated.rest },
        ],
      },
      {
        text: 'Formats',
        items: [
          { text: 'Overview', link: '/formats/' },
          { text: 'Archive', link: '/formats/archive' },
          { text: 'Sync', link: '/formats/sync' },
          { text: 'Query language', link: '/formats/query-language' },
          { text: 'Title resolution', link: '/formats/titles' },
          { text: 'Imports', link: '/formats/imports' },
        ],
      },
      {
        text: 'API',
        items: [
          { text: 'Packages', link: '/api/' },
          ...generated.api.map((/** @type {object} */ entry) => ({ ...entry, collapsed: true })),
        ],
      },
    ],
  },
});
