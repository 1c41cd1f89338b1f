// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFrom } from '../bench/packages.mjs';
import { mcpTarget } from './mcp-target.mjs';
import { structuredTargets } from './structured-targets.mjs';

/**
 * Runs a parser on one input. Returns a description of the kind of outcome; an input with a new kind is kept and
 * mutated further. Throws for anything that must not happen.
 * @typedef {(bytes: Buffer) => string | Promise<string>} Run
 */
/**
 * Values from which inputs are made besides bytes.
 * @typedef {object} Structure
 * @property {readonly unknown[]} [values] valid values
 * @property {(value: any) => Buffer} encode writes a value as the format demands; throws RangeError or TypeError for a
 *   value that cannot be written
 * @property {(bytes: Buffer) => unknown} [decode] value of a stored input; undefined when it has none
 * @property {(value: any) => unknown[]} [derive] further values, made from that of a stored input
 */
/**
 * Parser under test.
 * @typedef {object} Target
 * @property {string[]} [words] tokens of the format
 * @property {number} minKinds kinds of outcome that a few seconds of fuzzing reach; fewer mean that the first check refuses
 *   nearly everything
 * @property {() => Promise<{ run: Run, structure?: Structure, close?: () => void | Promise<void> }>} load
 */

/** Returns the order of magnitude, so that larger results of the same kind are not new. */
const magnitude = (/** @type {number} */ count) => (count === 0 ? 0 : 1 + Math.floor(Math.log2(count)));

function assert(/** @type {unknown} */ condition, /** @type {string} */ message) {
  if (!condition) throw new Error(message);
}

const MAX_NOTES = 50;

/** Target for the reader of a format, which gets the input as a file. */
const formatTarget = (
  /** @type {string} */ format,
  /** @type {string} */ filename,
  /** @type {number} */ minKinds,
  /** @type {string[]} */ words,
) => ({
  words,
  minKinds,
  load: async () => {
    const { openSource, SourceError, DEFAULT_RULES } = await importFrom('packages/note-formats', './dist/index.js');
    const folder = mkdtempSync(join(tmpdir(), 'notes-fuzz-'));
    const path = join(folder, filename);
    return {
      run: async (/** @type {Buffer} */ bytes) => {
        writeFileSync(path, bytes);
        try {
          return await readSource(await openSource(format, { path, isFolder: false }, DEFAULT_RULES));
        } catch (error) {
          if (error instanceof SourceError) return `refused ${/** @type {{ code: string }} */ (error).code}`;
          throw error;
        }
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

async function readSource(/** @type {any} */ source) {
  try {
    const listing = await source.list();
    const kinds = new Set();
    for (const item of listing.notes.slice(0, MAX_NOTES)) {
      const note = await item.read();
      if ('reason' in note) kinds.add(note.reason);
      else {
        assert(note.text.isWellFormed?.() ?? true, 'a note has half a character');
        kinds.add(`note ${magnitude(note.text.length)} ${magnitude(note.embedded?.size ?? 0)}`);
      }
    }
    return `${magnitude(listing.notes.length)} ${[...kinds].sort().join()}`;
  } finally {
    await source.close();
  }
}

/** @type {Record<string, Target>} */
export const targets = {
  'query-language': {
    minKinds: 40,
    words: [
      'tag:',
      'notebook:',
      'title:',
      'has:',
      'is:',
      'OR',
      '-',
      '"',
      '(',
      ')',
      '*',
      'created:',
      'updated:7d',
      '..',
    ],
    load: async () => {
      const { parseQuery, canonicalQuery, explainQuery, LIMITS, tokenize } = await importFrom(
        'packages/query-language',
        './dist/index.js',
      );
      return {
        run: (bytes) => {
          const text = bytes.toString();
          tokenize(text);
          const parsed = parseQuery(text);
          if (!parsed.ok) return `refused ${parsed.error.code}`;
          const canonical = canonicalQuery(parsed.query);
          // Quotes and folded letters can lengthen a query beyond the limit.
          if (Buffer.byteLength(canonical) <= LIMITS.bytes) {
            const again = parseQuery(canonical);
            assert(again.ok && canonicalQuery(again.query) === canonical, 'the canonical form means something else');
          }
          explainQuery(parsed.query);
          return JSON.stringify(parsed.query, (key, value) =>
            typeof value === 'string' && key !== 'kind' ? '' : value,
          ).slice(0, 80);
        },
      };
    },
  },
  markdown: {
    minKinds: 25,
    words: [
      '# ',
      '- [ ] ',
      '- [x] ',
      '> ',
      '    ',
      '[[a#b|c]]',
      '^id',
      '![[a]]',
      '[^1]',
      '$$',
      '%%',
      '<details>',
      '| a | b |',
    ],
    load: async () => {
      const { parseMarkdown, excerpt, utf8Length } = await importFrom('packages/markdown-blocks', './dist/index.js');
      return {
        run: (bytes) => {
          const text = bytes.toString();
          const note = parseMarkdown(text);
          const length = utf8Length(text);
          for (const { start_byte, end_byte, startByte = start_byte, endByte = end_byte } of [
            ...note.blocks,
            ...note.links,
          ])
            if (startByte !== undefined)
              assert(startByte <= endByte && endByte <= length, 'a range is outside the text');
          excerpt(text, 200);
          const kinds = [...new Set(note.blocks.map((/** @type {{ kind: string }} */ { kind }) => kind))].sort();
          return `${kinds.join()} ${magnitude(note.links.length)} ${magnitude(note.tasks?.length ?? 0)}`;
        },
      };
    },
  },
  'reading-view': {
    minKinds: 14,
    words: [
      '<a href="javascript:',
      '<img src=x onerror=',
      '<svg',
      '![](http://',
      '[a](<',
      '$x$',
      '> [!note]',
      '<details open>',
      '&#106;',
    ],
    load: async () => {
      const { renderNote } = await importFrom('packages/markdown-view', './dist/index.js');
      return {
        run: (bytes) => {
          const blocks = renderNote(bytes.toString(), {})
            .map((/** @type {{ json: string }} */ { json }) => json)
            .join('\n');
          assert(!/"tag":"(?:script|iframe|object|embed|style)"|"on\w+":/.test(blocks), 'an element that runs code');
          assert(!/"(?:href|src)":"\s*(?:javascript|data|vbscript):/i.test(blocks), 'an address that runs code');
          return [...new Set(blocks.match(/"tag":"\w+"/g) ?? [])].sort().join();
        },
      };
    },
  },
  'front-matter': {
    minKinds: 5,
    words: ['---\n', '\n---\n', 'tags: [', '- ', '&a', '*a', '!!', '<<:', '|', '>', '? ', '2024-01-01'],
    load: async () => {
      const { readFrontMatter } = await importFrom('packages/note-formats', './dist/front-matter/index.js');
      return {
        run: (bytes) => {
          const fields = readFrontMatter(bytes.toString());
          return Object.keys(fields).sort().join();
        },
      };
    },
  },
  'html-conversion': {
    minKinds: 20,
    words: [
      '<table><tr><td>',
      '<pre><code>',
      '<ul><li>',
      '<a href="',
      '<b>',
      '</div>',
      '<br>',
      '&nbsp;',
      '<o:p>',
      '<math>',
    ],
    load: async () => {
      const { parseHtml, toMarkdown, HtmlError } = await importFrom('packages/note-formats', './dist/html/index.js');
      return {
        run: (bytes) => {
          try {
            const text = toMarkdown(parseHtml(bytes.toString(), { selfClosing: false }), {
              divsAreLines: false,
              maxLength: 1_000_000,
            });
            return `${magnitude(text.length)} ${/^[|#>`-]/.exec(text)?.[0] ?? ''}`;
          } catch (error) {
            if (error instanceof HtmlError) return 'refused';
            throw error;
          }
        },
      };
    },
  },
  'markdown-file': formatTarget('markdown', 'note.md', 12, ['---\n', '[[a]]', '![](a.png)']),
  enex: formatTarget('evernote', 'notes.enex', 8, [
    '<note>',
    '</note>',
    '<en-note>',
    '<en-media hash="',
    '<resource>',
    '<data encoding="base64">',
  ]),
  jex: formatTarget('joplin', 'notes.jex', 5, ['type_: 1', 'parent_id: ', 'id: ', '\n\n', 'ustar\0']),
  notion: formatTarget('notion', 'notes.zip', 8, ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '.md', '.csv']),
  html: formatTarget('html', 'page.html', 10, ['<title>', '<body>', '<a href=']),
  zip: formatTarget('html', 'pages.zip', 8, ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '../', '.html']),
  ...structuredTargets,
  'mcp-messages': mcpTarget,
  settings: {
    minKinds: 12,
    words: ['[server]\n', 'listen_addr = "', '[sync]\n', 'target = ', '[mcp]\n', '= true', '= 1', "= '''"],
    load: async () => {
      const { loadConfig, ConfigError } = await importFrom('apps/server', '@notes/operations/config');
      const folder = mkdtempSync(join(tmpdir(), 'notes-fuzz-'));
      const config = join(folder, 'settings.toml');
      return {
        run: (bytes) => {
          writeFileSync(config, bytes);
          try {
            loadConfig({ dataDir: folder, config }, {});
            return 'accepted';
          } catch (error) {
            if (error instanceof ConfigError)
              return `refused ${/** @type {Error} */ (error).message.replaceAll(/".*"|\d+/g, '').slice(0, 60)}`;
            throw error;
          }
        },
        close: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
};
