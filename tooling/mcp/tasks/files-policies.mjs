// @ts-check
import { COUNTRY_NOTES, HANDBOOK } from './planted.mjs';

/** @import { Agent } from './agent.mjs' */
/** @import { Policy } from './notes-policies.mjs' */

const NO_SEARCH = { impossible: 'no tool searches texts, and reading every file is out of proportion' };

const getRoot = async (/** @type {Agent} */ agent) =>
  getText(await agent.call('list_allowed_directories'))
    .split('\n')
    .at(-1)
    ?.trim() ?? '';

const getText = (/** @type {{ text: string, failed: boolean }} */ { text, failed }) => {
  if (failed) throw new Error(text);
  return text;
};

/** @returns {Promise<string[]>} the paths of notes whose titles match a pattern */
async function findPaths(/** @type {Agent} */ agent, /** @type {string} */ title) {
  const pattern = `**/${title}.md`;
  return getText(await agent.call('search_files', { path: await getRoot(agent), pattern })).split('\n');
}

const findPath = async (/** @type {Agent} */ agent, /** @type {string} */ title) =>
  /** @type {string} */ ((await findPaths(agent, title))[0]);

const read = async (/** @type {Agent} */ agent, /** @type {string} */ path) =>
  getText(await agent.call('read_text_file', { path }));

/** @returns {Promise<{ path: string, text: string }[]>} */
async function readAll(/** @type {Agent} */ agent, /** @type {string[]} */ paths) {
  const text = getText(await agent.call('read_multiple_files', { paths }));
  const starts = paths.map((path) => text.indexOf(`${path}:\n`)).concat(text.length);
  return paths.map((path, at) => ({ path, text: text.slice(starts[at], starts[at + 1]).slice(path.length + 2) }));
}

/** @returns {Promise<string[]>} the paths of the files in a folder */
async function list(/** @type {Agent} */ agent, /** @type {string} */ path) {
  const text = getText(await agent.call('list_directory', { path }));
  return [...text.matchAll(/^\[FILE\] (.*)$/gm)].map(([, name]) => `${path}/${name}`);
}

const edit = async (
  /** @type {Agent} */ agent,
  /** @type {string} */ path,
  /** @type {string} */ oldText,
  /** @type {string} */ newText,
) => getText(await agent.call('edit_file', { path, edits: [{ oldText, newText }] }));

const write = async (/** @type {Agent} */ agent, /** @type {string} */ path, /** @type {string} */ content) =>
  getText(await agent.call('write_file', { path, content }));

const move = async (/** @type {Agent} */ agent, /** @type {string} */ source, /** @type {string} */ destination) =>
  getText(await agent.call('move_file', { source, destination }));

const getFileName = (/** @type {string} */ path) => path.split('/').at(-1) ?? '';

/** @returns {Promise<string[]>} open tasks of the lighthouse, each after the name of its file */
async function listLighthouseTasks(/** @type {Agent} */ agent, /** @type {string} */ root) {
  const texts = await readAll(agent, await list(agent, `${root}/Projects/Lighthouse`));
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(/^- \[ \] (.*)$/gm)].map(([, task]) => `${getFileName(path).replace('.md', '')}: ${task}`),
  );
}

/** Change of a note found by its title and read before. */
async function change(
  /** @type {Agent} */ agent,
  /** @type {string} */ title,
  /** @type {string} */ oldText,
  /** @type {string} */ newText,
) {
  const path = await findPath(agent, title);
  await read(agent, path);
  await edit(agent, path, oldText, newText);
}

/**
 * Scripts that carry out the tasks with a server of files, as a sensible model would.
 * @type {Readonly<Record<string, Policy | { impossible: string }>>}
 */
export const filesPolicies = {
  'tag ten notes': NO_SEARCH,
  'rename a heading': NO_SEARCH,
  'fix broken links': { impossible: 'no tool lists links' },
  'weekly review': async (agent) => {
    const template = await findPath(agent, 'Weekly review template');
    const text = await read(agent, template);
    const root = template.split('/').slice(0, -2).join('/');
    const days = await readAll(agent, await findPaths(agent, 'Journal 2026-11-*'));
    const highlights = days.map((day) => `- ${/Highlight: (.*)/.exec(day.text)?.[1]}`).join('\n');
    const open = (await listLighthouseTasks(agent, root)).map((task) => `- ${task}`).join('\n');
    const body = text
      .replace(/^```note-template\n.*?```\n/s, '')
      .replace('{{week}}', '47')
      .replace('{{highlights}}', highlights)
      .replace('{{open_tasks}}', open);
    await write(agent, `${root}/Templates/Review of week 47.md`, body);
  },
  'merge two notes': NO_SEARCH,
  'list open tasks': async (agent) => (await listLighthouseTasks(agent, await getRoot(agent))).join('\n'),
  'change and undo': async (agent) => {
    const path = await findPath(agent, 'Reading list');
    const text = await read(agent, path);
    const root = path.split('/').slice(0, -2).join('/');
    const moved = `${root}/Reading/Reading list.md`;
    const [first = ''] = text.split('\n');
    await edit(agent, path, 'Middlemarch', 'Emma');
    await edit(agent, path, first, `---\ntags: [novels]\n---\n${first}`);
    await move(agent, path, moved);
    await edit(agent, moved, 'Emma', 'Middlemarch');
    await edit(agent, moved, `---\ntags: [novels]\n---\n${first}`, first);
    await move(agent, moved, path);
    return '1 replacement, undone';
  },
  'answer a question': NO_SEARCH,
  'read a section': async (agent) => read(agent, await findPath(agent, HANDBOOK)),
  'add under a heading': (agent) => change(agent, 'Household', '- String\n', '- String\n- Sugar syrup\n'),
  'tick a task': (agent) => change(agent, 'Apiary jobs', '- [ ] Order new frames', '- [x] Order new frames'),
  'write a note': async (agent) => {
    const body = '---\ntags: [calls]\n---\nShe can start on Tuesday.\n';
    await write(agent, `${await getRoot(agent)}/Projects/Lighthouse/Call with Ines.md`, body);
  },
  'move finished notes': async (agent) => {
    const root = await getRoot(agent);
    const notes = await readAll(agent, await list(agent, `${root}/Projects/House`));
    for (const { path } of notes.filter(({ text }) => text.includes('status/done')))
      await move(agent, path, `${root}/Archive/${getFileName(path)}`);
  },
  'list backlinks': NO_SEARCH,
  'rename a note': NO_SEARCH,
  'compare three notes': async (agent) => {
    const paths = await findPaths(agent, 'Walking in *');
    const wanted = paths.filter((path) => COUNTRY_NOTES.some((title) => path.endsWith(`/${title}.md`)));
    return (await readAll(agent, wanted)).map(({ text }) => text).join('\n');
  },
  'replace a name': NO_SEARCH,
  'swap a tag': NO_SEARCH,
  'trash old notes': { impossible: 'no tool deletes files' },
  'find with typing errors': async (agent) => {
    const root = await getRoot(agent);
    getText(await agent.call('list_directory', { path: root }));
    const notes = await readAll(agent, await list(agent, `${root}/Recipes`));
    return notes.flatMap(({ path, text }) => (text.includes('vegetarian') ? [path] : [])).join('\n');
  },
};
