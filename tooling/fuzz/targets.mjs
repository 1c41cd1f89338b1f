// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFrom } from '../bench/packages.mjs';

/**
 * Runs a parser on one input. Returns a description of the kind of outcome; an input with a new kind is kept and
 * mutated further. Throws for anything that must not happen.
 * @typedef {(bytes: Buffer) => string | Promise<string>} Run
 */
/** @typedef {{ words?: string[], load: () => Promise<{ run: Run, close?: () => void }> }} Target */

/** Returns the order of magnitude, so that larger results of the same kind are not new. */
const magnitude = (/** @type {number} */ count) => (count === 0 ? 0 : 1 + Math.floor(Math.log2(count)));

function assert(/** @type {unknown} */ condition, /** @type {string} */ message) {
  if (!condition) throw new Error(message);
}

const MAX_NOTES = 50;

/** Target for the reader of a format, which gets the input as a file. */
const formatTarget = (/** @type {string} */ format, /** @type {string} */ filename, /** @type {string[]} */ words) => ({
  words,
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

const parseJson = (/** @type {Buffer} */ bytes) => {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
};

/** @type {Record<string, Target>} */
export const targets = {
  'query-language': {
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
  'markdown-file': formatTarget('markdown', 'note.md', ['---\n', '[[a]]', '![](a.png)']),
  enex: formatTarget('evernote', 'notes.enex', [
    '<note>',
    '</note>',
    '<en-note>',
    '<en-media hash="',
    '<resource>',
    '<data encoding="base64">',
  ]),
  jex: formatTarget('joplin', 'notes.jex', ['type_: 1', 'parent_id: ', 'id: ', '\n\n', 'ustar\0']),
  notion: formatTarget('notion', 'notes.zip', ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '.md', '.csv']),
  html: formatTarget('html', 'page.html', ['<title>', '<body>', '<a href=']),
  zip: formatTarget('html', 'pages.zip', ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '../', '.html']),
  'archive-manifest': {
    words: ['"format":"service-archive"', '"version":2', '"index":[', '"sha256":"', 'e0', '1.0'],
    load: async () => {
      const { parseManifest, serializeManifest, checkManifest } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      return {
        run: (bytes) => {
          const parsed = parseManifest(bytes);
          if (!parsed.ok)
            return `refused ${parsed.problems.map((/** @type {{ code: string }} */ { code }) => code).join()}`;
          assert(parseManifest(serializeManifest(parsed.value)).ok, 'a manifest is not read back');
          return checkManifest(parsed.value).ok ? 'accepted' : 'inconsistent';
        },
      };
    },
  },
  'archive-index': {
    words: ['"kind":"records"', '"kind":"blob"', '"layout":"pack"', '"offset":', '"path":"'],
    load: async () => {
      const { parseEntry, serializeEntry, checkPath } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      return {
        run: (bytes) => {
          const parsed = parseEntry(bytes);
          checkPath(bytes.toString());
          if (!parsed.ok) return `refused ${parsed.problems[0]?.code}`;
          assert(Buffer.from(serializeEntry(parsed.value)).equals(bytes), 'an entry is not canonical');
          return `accepted ${parsed.value.kind}`;
        },
      };
    },
  },
  'archive-records': {
    words: ['"id":"doc_', '"title":"', '"body":"', '"created_at":"', '\\u0000', '\\ud800'],
    load: async () => {
      const { ENTITIES, parseRecord, serializeRecord } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      return {
        run: (bytes) => {
          const accepted = ENTITIES.flatMap((/** @type {string} */ entity) => {
            const parsed = parseRecord(entity, bytes);
            if (!parsed.ok) return [];
            assert(Buffer.from(serializeRecord(entity, parsed.value)).equals(bytes), 'a record is not canonical');
            return [entity];
          });
          return (
            accepted.join() || `refused ${/** @type {any} */ (parseRecord('documents', bytes)).problems?.[0]?.code}`
          );
        },
      };
    },
  },
  'sync-artifact': {
    load: async () => {
      const { parseHeader, decodeSegment, parseOperation, parseArtifactName } = await importFrom(
        'packages/sync-protocol',
        './dist/index.js',
      );
      return {
        run: (bytes) => {
          const header = parseHeader(bytes);
          const segment = decodeSegment(bytes);
          const operation = parseOperation(parseJson(bytes)?.value);
          parseArtifactName('ops', bytes.toString());
          parseArtifactName('blobs', bytes.toString());
          const kind = typeof operation === 'string' ? operation : operation.op;
          return `${header?.artifactClass ?? 'no header'} ${segment.ok ? 'segment' : segment.problem} ${kind}`;
        },
      };
    },
  },
  'sync-control': {
    load: async () => {
      const { parseControl, parsePairingCode, parseRecoveryCode } = await importFrom(
        'packages/sync-protocol',
        './dist/control/index.js',
      );
      const { sodiumCrypto } = await importFrom('packages/sync-protocol', './dist/node/index.js');
      return {
        run: (bytes) => {
          const parsed = parseControl(sodiumCrypto, bytes);
          const code = parsePairingCode(sodiumCrypto, bytes.toString());
          const recovery = parseRecoveryCode(sodiumCrypto, bytes.toString());
          return `${parsed.ok ? 'operation' : parsed.problem} ${code !== null} ${recovery !== null}`;
        },
      };
    },
  },
  'peer-requests': {
    words: ['Service-Sync-v1 ', 'replica="rep_', 'key="key_', 'ts="', 'nonce="', 'sig="', '/api/v1/sync/', '?a=%20'],
    load: async () => {
      const { parseAuthorization, formatAuthorization, checkTarget } = await importFrom(
        'packages/sync-protocol',
        './dist/auth/index.js',
      );
      return {
        run: (bytes) => {
          const text = bytes.toString('latin1');
          const credentials = parseAuthorization(text);
          if (credentials !== null) assert(formatAuthorization(credentials) === text, 'credentials have two spellings');
          return `${credentials !== null} ${checkTarget(text)}`;
        },
      };
    },
  },
  'request-bodies': {
    words: ['"title":', '"body":', '"base_revision_id":"rev_', '"items":[', '"query":"', '"limit":', '"edits":['],
    load: async () => {
      const { operations } = await importFrom('packages/contract', './dist/index.js');
      const rows = Object.values(operations);
      return {
        run: (bytes) => {
          const parsed = parseJson(bytes.subarray(1));
          if (parsed === undefined) return 'no JSON';
          const row = rows[(bytes[0] ?? 0) % rows.length];
          const { success, error } = row.input.safeParse(parsed.value);
          return success ? `accepted ${(bytes[0] ?? 0) % rows.length}` : `refused ${error.issues[0]?.code}`;
        },
      };
    },
  },
  'tool-arguments': {
    words: ['"document_id":"doc_', '"query":"', '"limit":"5"', '"items":[', '"operation":"move"', '"offset":'],
    load: async () => {
      const { tools, readArguments } = await importFrom('packages/contract', './dist/tools/index.js');
      const { ServiceError } = await importFrom('packages/contract', './dist/index.js');
      const all = Object.values(tools);
      return {
        run: (bytes) => {
          const parsed = parseJson(bytes.subarray(1));
          if (parsed === undefined) return 'no JSON';
          const tool = all[(bytes[0] ?? 0) % all.length];
          try {
            readArguments(tool, parsed.value);
            return `accepted ${tool.name}`;
          } catch (error) {
            if (error instanceof ServiceError) return `refused ${/** @type {{ code: string }} */ (error).code}`;
            throw error;
          }
        },
      };
    },
  },
  settings: {
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
