// @ts-check
import { COUNTRY_NOTES, HANDBOOK, JOURNAL_WEEK } from './planted.mjs';

/** @import { Agent } from './agent.mjs' */
/** @import { Policy } from './notes-policies.mjs' */
/** @typedef {{ p: string, t: string, ex: string }} Found path, title and excerpt of a note */

/** Largest page of a search, and of a read of several notes. */
const PAGE = 20;
const MAX_READ = 10;
const SHORT_PAGE = 5;

/** @returns {Promise<Found[]>} */
const search = (/** @type {Agent} */ agent, /** @type {string} */ query, /** @type {object} */ more = {}) =>
  agent.use('search_notes', { query, limit: PAGE, ...more });

/** @returns {Promise<string>} the path of the note with a title */
async function findPath(/** @type {Agent} */ agent, /** @type {string} */ title) {
  for (const limit of [SHORT_PAGE, PAGE]) {
    const found = (await search(agent, title, { limit })).find(({ p }) => p.endsWith(`/${title}.md`));
    if (found !== undefined) return found.p;
  }
  throw new Error(`search_notes: the first rows lack ${title}`);
}

/**
 * Reads the note with a title.
 * @returns {Promise<{ path: string, content: string }>}
 */
const openNote = (/** @type {Agent} */ agent, /** @type {string} */ title) =>
  agent.use('wiki_link', { document: `[[${title}]]` });

/** @returns {Promise<string>} */
const read = async (/** @type {Agent} */ agent, /** @type {string} */ path) =>
  (await agent.use('read_note', { path })).content;

/** @returns {Promise<{ path: string, content: string, frontmatter: any }[]>} */
async function readAll(/** @type {Agent} */ agent, /** @type {string[]} */ paths, /** @type {object} */ more = {}) {
  const pages = Array.from({ length: Math.ceil(paths.length / MAX_READ) }, (_, at) =>
    paths.slice(at * MAX_READ, (at + 1) * MAX_READ),
  );
  const read = [];
  for (const page of pages) read.push(...(await agent.use('read_multiple_notes', { paths: page, ...more })).ok);
  return read;
}

const patch = (
  /** @type {Agent} */ agent,
  /** @type {string} */ path,
  /** @type {string} */ oldString,
  /** @type {string} */ newString,
) => agent.use('patch_note', { path, oldString, newString, replaceAll: true });

/** Changes a text in every note that has it. */
async function replaceAll(/** @type {Agent} */ agent, /** @type {string} */ oldText, /** @type {string} */ newText) {
  for (const { p, ex } of await search(agent, oldText))
    if (ex.includes(oldText)) await patch(agent, p, oldText, newText);
}

const tag = (
  /** @type {Agent} */ agent,
  /** @type {string} */ path,
  /** @type {string} */ operation,
  /** @type {string} */ name,
) => agent.use('manage_tags', { path, operation, tags: [name] });

/** @returns {Promise<string[]>} the paths of the notes in a folder */
const list = async (/** @type {Agent} */ agent, /** @type {string} */ path) =>
  (await agent.use('list_directory', { path })).files.map((/** @type {string} */ file) => `${path}/${file}`);

async function findTagged(/** @type {Agent} */ agent, /** @type {string} */ name, /** @type {object} */ more = {}) {
  const only = { searchContent: false, searchFrontmatter: true, ...more };
  return (await search(agent, name, only)).map(({ p }) => p);
}

/** @returns {Promise<string[]>} open tasks of the lighthouse, each after the path of its note */
async function listLighthouseTasks(/** @type {Agent} */ agent) {
  const notes = await readAll(agent, await list(agent, 'Projects/Lighthouse'));
  return notes.flatMap(({ path, content }) =>
    [...content.matchAll(/^- \[ \] (.*)$/gm)].map(([, task]) => `${path}: ${task}`),
  );
}

/**
 * Scripts that carry out the tasks with a server of Obsidian vaults, as a sensible model would.
 * @type {Readonly<Record<string, Policy | { impossible: string }>>}
 */
export const vaultPolicies = {
  'tag ten notes': async (agent) => {
    for (const { p } of await search(agent, 'hive')) await tag(agent, p, 'add', 'bees');
  },
  'rename a heading': async (agent) => {
    await patch(agent, await findPath(agent, HANDBOOK), '## Supplies', '## Equipment');
    await replaceAll(agent, `[[${HANDBOOK}#Supplies]]`, `[[${HANDBOOK}#Equipment]]`);
  },
  'fix broken links': { impossible: 'no tool lists links' },
  'weekly review': async (agent) => {
    const { content: template } = await openNote(agent, 'Weekly review template');
    const found = await search(agent, 'Journal 2026-11', { limit: MAX_READ });
    const days = await readAll(
      agent,
      found.map(({ p }) => p).filter((path) => JOURNAL_WEEK.some((title) => path.endsWith(`/${title}.md`))),
    );
    const highlights = days.map(({ content }) => `- ${/Highlight: (.*)/.exec(content)?.[1]}`).join('\n');
    const open = (await listLighthouseTasks(agent)).map((task) => `- ${task}`).join('\n');
    const content = template
      .replace(/^```note-template\n.*?```\n/s, '')
      .replace('{{week}}', '47')
      .replace('{{highlights}}', highlights)
      .replace('{{open_tasks}}', open);
    await agent.use('write_note', { path: 'Templates/Review of week 47.md', content });
  },
  'merge two notes': async (agent) => {
    const paths = (await search(agent, 'Paris', { limit: 5 })).map(({ p }) => p);
    const notes = await readAll(
      agent,
      paths.filter((path) => /\/Paris (?:trip|ideas)\.md$/.test(path)),
    );
    const [kept, merged] = ['trip', 'ideas'].map((name) => notes.find(({ path }) => path.endsWith(`${name}.md`)));
    if (kept === undefined || merged === undefined) throw new Error('search_notes: the first rows lack a note');
    await agent.use('write_note', { path: kept.path, content: `\n${merged.content}`, mode: 'append' });
    await replaceAll(agent, '[[Paris ideas]]', '[[Paris trip]]');
    await agent.use('delete_note', { path: merged.path, confirmPath: merged.path, trashMode: 'local' });
  },
  'list open tasks': async (agent) => (await listLighthouseTasks(agent)).join('\n'),
  'change and undo': async (agent) => {
    const { path } = await openNote(agent, 'Reading list');
    const newPath = 'Reading/Reading list.md';
    await patch(agent, path, 'Middlemarch', 'Emma');
    await tag(agent, path, 'add', 'novels');
    await agent.use('move_note', { oldPath: path, newPath });
    await patch(agent, newPath, 'Emma', 'Middlemarch');
    await tag(agent, newPath, 'remove', 'novels');
    await agent.use('move_note', { oldPath: newPath, newPath: path });
    return '1 replacement, undone';
  },
  'answer a question': async (agent) => {
    const [found] = await search(agent, 'copper roof lantern room', { limit: 5 });
    return read(agent, found?.p ?? '');
  },
  'read a section': async (agent) => {
    const path = await findPath(agent, HANDBOOK);
    const outline = await agent.use('get_note_outline', { path });
    const at = outline.findIndex((/** @type {any} */ { text }) => text === 'Wintering');
    const [startLine, endLine] = [outline[at].line, outline[at + 1].line - 1];
    return (await agent.call('read_note_lines', { path, startLine, endLine })).text;
  },
  'add under a heading': async (agent) => {
    const { path } = await openNote(agent, 'Household');
    await patch(agent, path, '- String\n', '- String\n- Sugar syrup\n');
  },
  'tick a task': async (agent) => {
    const { path } = await openNote(agent, 'Apiary jobs');
    await patch(agent, path, '- [ ] Order new frames', '- [x] Order new frames');
  },
  'write a note': async (agent) => {
    const [path, content] = ['Projects/Lighthouse/Call with Ines.md', 'She can start on Tuesday.\n'];
    await agent.use('write_note', { path, content, frontmatter: { tags: ['calls'] } });
  },
  'move finished notes': async (agent) => {
    for (const oldPath of await findTagged(agent, 'status/done', { pathPrefix: 'Projects/House' }))
      await agent.use('move_note', { oldPath, newPath: `Archive/${oldPath.split('/').at(-1)}` });
  },
  'list backlinks': async (agent) => {
    const found = await search(agent, '[[Varroa treatment]]');
    // An excerpt may end before the link.
    const notes = await readAll(
      agent,
      found.map(({ p }) => p),
    );
    return notes.map(({ path, content }) => `${path}: ${content}`).join('\n');
  },
  'rename a note': async (agent) => {
    const oldPath = await findPath(agent, 'Smoker fuel');
    await agent.use('move_note', { oldPath, newPath: oldPath.replace('fuel', 'materials') });
    await replaceAll(agent, '[[Smoker fuel]]', '[[Smoker materials]]');
  },
  'compare three notes': async (agent) => {
    const texts = [];
    for (const title of COUNTRY_NOTES) texts.push((await openNote(agent, title)).content);
    return texts.join('\n');
  },
  'replace a name': (agent) => replaceAll(agent, 'Harrow & Finch', 'Northgate'),
  'swap a tag': async (agent) => {
    for (const path of await findTagged(agent, 'unsorted')) {
      await tag(agent, path, 'add', 'inbox');
      await tag(agent, path, 'remove', 'unsorted');
    }
  },
  'trash old notes': async (agent) => {
    for (const path of await findTagged(agent, 'obsolete'))
      await agent.use('delete_note', { path, confirmPath: path, trashMode: 'local' });
  },
  'find with typing errors': async (agent) =>
    (await findTagged(agent, 'vegetarian', { pathPrefix: 'Recipes' })).join('\n'),
};
