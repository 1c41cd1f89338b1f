// @ts-check
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOutside } from '../install-outside.mjs';
import { openStdio } from './doors.mjs';
import { filesPolicies } from './files-policies.mjs';
import { memoryPolicies } from './memory-policies.mjs';
import { vaultPolicies } from './vault-policies.mjs';

/** @import { Note } from './library.mjs' */
/** @import { Subject } from './tasks.mjs' */
/** @import { Policy } from './notes-policies.mjs' */
/** @typedef {{ name: string, subject: Subject, policies: Readonly<Record<string, Policy | { impossible: string }>> }} Peer */

const outside = fileURLToPath(new URL('outside/', import.meta.url));

/**
 * Returns other servers with the same notes, installed on first use.
 * @param {string} folder for their files
 * @param {readonly Note[]} notes
 * @returns {Peer[]}
 */
export function openPeers(folder, notes) {
  if (!installOutside(outside, 'Installing the servers to compare with. This takes 50 MB.'))
    throw new Error(
      'The servers to compare with could not be installed. See what npm prints in tooling/mcp/tasks/outside.',
    );
  const program = (/** @type {string} */ path) => join(outside, 'node_modules', path);
  const files = (/** @type {string} */ path) => openFiles(program(path), folder, notes);
  return [
    {
      name: 'server-filesystem',
      subject: files('@modelcontextprotocol/server-filesystem/dist/index.js'),
      policies: filesPolicies,
    },
    { name: 'mcpvault', subject: files('@bitbonsai/mcpvault/dist/server.js'), policies: vaultPolicies },
    {
      name: 'server-memory',
      subject: openMemory(program('@modelcontextprotocol/server-memory/dist/index.js'), folder, notes),
      policies: memoryPolicies,
    },
  ];
}

/**
 * Gives a server a folder of Markdown: a folder for each notebook, the title as the name of a file, tags in front matter.
 * @returns {Subject}
 */
function openFiles(/** @type {string} */ program, /** @type {string} */ folder, /** @type {readonly Note[]} */ notes) {
  return {
    open: async () => {
      const vault = mkdtempSync(join(folder, 'vault-'));
      for (const { title, notebook, tags, body } of notes) {
        mkdirSync(join(vault, notebook), { recursive: true });
        const matter = tags.length === 0 ? '' : `---\ntags: [${tags.join(', ')}]\n---\n`;
        writeFileSync(join(vault, notebook, `${title}.md`), matter + body);
      }
      const door = openStdio([program, vault]);
      return {
        door,
        readNote: async (title) => readFileNote(vault, title),
        close: async () => {
          await door.stop();
          rmSync(vault, { recursive: true });
        },
      };
    },
  };
}

/** @returns {Note | undefined} */
function readFileNote(/** @type {string} */ vault, /** @type {string} */ title) {
  const path = readdirSync(vault, { recursive: true, encoding: 'utf8' }).find(
    (each) => basename(each) === `${title}.md` && !each.startsWith('.'),
  );
  if (path === undefined) return undefined;
  const text = readFileSync(join(vault, path), 'utf8');
  const { matter = '', body = '' } = /^(?:---\n(?<matter>.*?)---\n)?(?<body>.*)$/s.exec(text)?.groups ?? {};
  const list = /^tags:[ \n]*\[?(?<list>.*?)\]?\s*$/ms.exec(matter)?.groups?.list ?? '';
  const tags = list.split(/,|\n/).map((tag) => tag.replace(/^[\s-]+/, '').trim());
  const notebook = relative(vault, dirname(join(vault, path)));
  return { title, notebook, body, tags: tags.filter((tag) => tag !== '') };
}

const TAG = 'tag: ';
const NOTEBOOK = 'notebook: ';

/**
 * Gives a server of memories an entity for each note: its notebook, tags and paragraphs as observations.
 * @returns {Subject}
 */
function openMemory(/** @type {string} */ program, /** @type {string} */ folder, /** @type {readonly Note[]} */ notes) {
  return {
    open: async () => {
      const own = mkdtempSync(join(folder, 'memory-'));
      const file = join(own, 'memory.jsonl');
      const entities = notes.map(({ title, notebook, tags, body }) => ({
        type: 'entity',
        name: title,
        entityType: 'note',
        observations: [NOTEBOOK + notebook, ...tags.map((tag) => TAG + tag), ...body.trimEnd().split('\n\n')],
      }));
      writeFileSync(file, entities.map((entity) => JSON.stringify(entity)).join('\n'));
      const door = openStdio([program], { MEMORY_FILE_PATH: file });
      return {
        door,
        readNote: async (title) => readMemory(file, title),
        close: async () => {
          await door.stop();
          rmSync(own, { recursive: true });
        },
      };
    },
  };
}

/** @returns {Note | undefined} */
function readMemory(/** @type {string} */ file, /** @type {string} */ title) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const entity = lines.map((line) => JSON.parse(line)).find(({ type, name }) => type === 'entity' && name === title);
  if (entity === undefined) return undefined;
  const observations = /** @type {string[]} */ (entity.observations);
  const pick = (/** @type {string} */ prefix) =>
    observations.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
  const paragraphs = observations.filter((text) => !text.startsWith(TAG) && !text.startsWith(NOTEBOOK));
  return { title, notebook: pick(NOTEBOOK)[0] ?? '', tags: pick(TAG), body: `${paragraphs.join('\n\n')}\n` };
}
