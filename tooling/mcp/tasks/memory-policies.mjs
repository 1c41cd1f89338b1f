// @ts-check
import { COUNTRY_NOTES } from './planted.mjs';

/** @import { Agent } from './agent.mjs' */
/** @import { Policy } from './notes-policies.mjs' */
/** @typedef {{ name: string, observations: string[] }} Entity */

const NO_FOLDERS = { impossible: 'entities are in no notebook that a tool could list or change' };
const NO_LINKS = { impossible: 'links between texts are not known' };

/** @returns {Promise<Entity[]>} */
const search = async (/** @type {Agent} */ agent, /** @type {string} */ query) =>
  (await agent.use('search_nodes', { query })).entities;

/** @returns {Promise<Entity[]>} */
const open = async (/** @type {Agent} */ agent, /** @type {readonly string[]} */ names) =>
  (await agent.use('open_nodes', { names })).entities;

const print = (/** @type {Entity[]} */ entities) =>
  entities.map(({ name, observations }) => `${name}: ${observations.join('\n')}`).join('\n');

/**
 * Replaces texts in the observations of entities.
 * @param {Agent} agent
 * @param {Entity[]} entities
 * @param {(text: string) => string} change
 */
async function rewrite(agent, entities, change) {
  const changed = entities.map(({ name, observations }) => ({
    name,
    old: observations.filter((text) => change(text) !== text),
  }));
  const deletions = changed.map(({ name, old }) => ({ entityName: name, observations: old }));
  const additions = changed.map(({ name, old }) => ({ entityName: name, contents: old.map(change) }));
  await agent.use('delete_observations', { deletions });
  await agent.use('add_observations', { observations: additions });
}

/**
 * Scripts that carry out the tasks with a server of memories, as a sensible model would.
 * @type {Readonly<Record<string, Policy | { impossible: string }>>}
 */
export const memoryPolicies = {
  'tag ten notes': async (agent) => {
    const found = (await search(agent, 'hive')).filter(({ observations }) =>
      observations.some((text) => /\bhive\b/i.test(text)),
    );
    const observations = found.map(({ name }) => ({ entityName: name, contents: ['tag: bees'] }));
    await agent.use('add_observations', { observations });
  },
  'rename a heading': NO_LINKS,
  'fix broken links': NO_LINKS,
  'weekly review': { impossible: 'there are no templates and no lists of tasks' },
  'merge two notes': NO_LINKS,
  'list open tasks': NO_FOLDERS,
  'change and undo': NO_FOLDERS,
  'answer a question': async (agent) => print(await search(agent, 'copper roof')),
  'read a section': async (agent) => print(await open(agent, ['Beekeeping handbook'])),
  'add under a heading': { impossible: 'observations have no order that a tool could keep' },
  'tick a task': { impossible: 'observations have no order that a tool could keep' },
  'write a note': async (agent) => {
    const observations = ['notebook: Projects/Lighthouse', 'tag: calls', 'She can start on Tuesday.'];
    await agent.use('create_entities', { entities: [{ name: 'Call with Ines', entityType: 'note', observations }] });
  },
  'move finished notes': async (agent) => {
    const found = await search(agent, 'tag: status/done');
    await rewrite(agent, found, (text) => text.replace(/^notebook: .*/, 'notebook: Archive'));
  },
  'list backlinks': async (agent) => print(await search(agent, '[[Varroa treatment')),
  'rename a note': { impossible: 'an entity keeps its name' },
  'compare three notes': async (agent) => print(await open(agent, COUNTRY_NOTES)),
  'replace a name': async (agent) => {
    const found = await search(agent, 'Harrow & Finch');
    await rewrite(agent, found, (text) => text.replaceAll('Harrow & Finch', 'Northgate'));
  },
  'swap a tag': async (agent) =>
    rewrite(agent, await search(agent, 'tag: unsorted'), (text) => text.replace(/^tag: unsorted$/, 'tag: inbox')),
  'trash old notes': async (agent) => {
    const entityNames = (await search(agent, 'tag: obsolete')).map(({ name }) => name);
    await agent.use('delete_entities', { entityNames });
  },
  'find with typing errors': async (agent) => {
    const found = await search(agent, 'tag: vegetarian');
    return found.map(({ name }) => name).join('\n');
  },
};
