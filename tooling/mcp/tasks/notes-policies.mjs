// @ts-check
import { correctSpelling, findNote, findNotebook, getLine, readNotes, SHORT_PAGE } from './notes-moves.mjs';
import { COUNTRY_NOTES, HANDBOOK, JOURNAL_WEEK } from './planted.mjs';

/** @import { Agent } from './agent.mjs' */
/** @typedef {(agent: Agent) => Promise<string | void>} Policy calls tools, and returns the answer to the person */

const FULL_PAGE = 50;

const search = async (/** @type {Agent} */ agent, /** @type {string} */ query, limit = FULL_PAGE) =>
  (await agent.use('search_documents', { query, limit })).results;

const toItem = (/** @type {any} */ row) => ({ document_id: row.document_id });

const listOpenTasks = async (/** @type {Agent} */ agent, /** @type {object} */ where) =>
  (await agent.use('list_tasks', { ...where, state: 'open', limit: FULL_PAGE })).tasks;

const edit = (
  /** @type {Agent} */ agent,
  /** @type {{ id: string, revision: string }} */ note,
  /** @type {object} */ change,
) => agent.use('edit_note', { document_id: note.id, base_revision_id: note.revision, edits: [change] });

/**
 * Changes the links to a note, in the notes that hold them.
 * @param {Agent} agent
 * @param {any[]} rows incoming links
 * @param {RegExp} link
 * @param {(link: string) => string} change
 */
async function changeLinks(agent, rows, link, change) {
  for (const row of rows.filter(({ context }) => link.test(context))) {
    const line = row.current_revision_id === undefined ? await getLine(agent, row.document_id, row.line) : undefined;
    const revision = line?.revision ?? row.current_revision_id;
    const [written = ''] = link.exec(line?.text ?? row.context) ?? [];
    const replaced = { search: written, replace: change(written), replace_all: true };
    await edit(agent, { id: row.document_id, revision }, replaced);
  }
}

const listIncoming = (/** @type {Agent} */ agent, /** @type {string} */ document_id) =>
  agent.use('list_document_links', { document_id, direction: 'incoming' });

/**
 * Scripts that carry out each task on a notes service as a sensible model would: they find identifiers before they use
 * them, read what they change, and prefer what the tool list and the instructions offer.
 * @type {Readonly<Record<string, Policy>>}
 */
export const notesPolicies = {
  'tag ten notes': async (agent) => {
    const items = (await search(agent, 'hive')).map(toItem);
    await agent.use('run_batch', { operation: 'add_tags', items, tags: ['bees'] });
  },
  'rename a heading': async (agent) => {
    const { id } = await findNote(agent, HANDBOOK);
    const found = await agent.use('search_in_note', { document_id: id, pattern: '## Supplies' });
    const note = { id, revision: found.current_revision_id };
    await edit(agent, note, { search: found.matches[0].line_text, replace: '## Equipment' });
    const { incoming } = await listIncoming(agent, id);
    const link = /\[\[Beekeeping handbook#Supplies[^\]]*\]\]/;
    await changeLinks(agent, incoming, link, (written) => written.replace('#Supplies', '#Equipment'));
  },
  'fix broken links': async (agent) => {
    const report = await agent.use('get_lint_report', { checks: ['broken_document_link'], detail_limit: FULL_PAGE });
    for (const { document_id, line } of report.checks[0].examples) await fixLink(agent, document_id, line);
  },
  'weekly review': async (agent) => {
    const { templates } = await agent.use('list_templates');
    const days = await readNotes(agent, JOURNAL_WEEK, 'title:"Journal 2026-11"');
    const notebook_id = await findNotebook(agent, 'Projects/Lighthouse');
    const open = await listOpenTasks(agent, { notebook_id });
    const highlights = days.map(({ body }) => /Highlight: (.*)/.exec(body)?.[1]);
    await agent.use('create_from_template', {
      document_id: templates.find((/** @type {any} */ { title }) => title.startsWith('Weekly review')).document_id,
      title: 'Review of week 47',
      values: {
        week: '47',
        highlights: highlights.map((line) => `- ${line}`).join('\n'),
        open_tasks: open.map((/** @type {any} */ { text }) => `- ${text}`).join('\n'),
      },
    });
  },
  'merge two notes': async (agent) => {
    const notes = await readNotes(agent, ['Paris trip', 'Paris ideas'], 'title:Paris');
    const [kept, merged] = ['Paris trip', 'Paris ideas'].map((name) => notes.find(({ title }) => title === name));
    await agent.use('append_to_note', { document_id: kept.id, text: `\n${merged.body}` });
    const { incoming } = await listIncoming(agent, merged.id);
    await changeLinks(agent, incoming, /\[\[Paris ideas[^\]]*\]\]/, (written) => written.replace('ideas', 'trip'));
    await agent.use('delete_note', { document_id: merged.id, base_revision_id: merged.current_revision_id });
  },
  'list open tasks': async (agent) => {
    const open = await listOpenTasks(agent, { notebook_id: await findNotebook(agent, 'Projects/Lighthouse') });
    return open.map((/** @type {any} */ { title, text }) => `${title}: ${text}`).join('\n');
  },
  'change and undo': async (agent) => {
    const found = await findNote(agent, 'Reading list');
    const note = await agent.use('get_document', { document_id: found.id });
    const reading = await findNotebook(agent, 'Reading');
    const { id: document_id } = note;
    const there = { search: 'Middlemarch', replace: 'Emma' };
    const changed = await edit(agent, { id: document_id, revision: note.current_revision_id }, there);
    await agent.use('tag_note', { document_id, tag: 'novels' });
    await agent.use('move_note_to_notebook', { document_id, notebook_id: reading });
    const back = { search: 'Emma', replace: 'Middlemarch' };
    await edit(agent, { id: document_id, revision: changed.current_revision_id }, back);
    await agent.use('untag_note', { document_id, tag: 'novels' });
    await agent.use('move_note_to_notebook', { document_id, notebook_id: note.notebook_id });
    return `${changed.edits[0].replacements} replacement, undone`;
  },
  'answer a question': async (agent) => {
    const [row] = await search(agent, 'copper roof lantern room', SHORT_PAGE);
    return (await agent.use('get_document', { document_id: row.document_id })).body;
  },
  'read a section': async (agent) => {
    const { id: document_id } = await findNote(agent, HANDBOOK);
    if (agent.offers('get_document', 'heading'))
      return (await agent.use('get_document', { document_id, heading: 'Wintering' })).body;
    const { headings, total_lines } = await agent.use('get_document_outline', { document_id });
    const at = headings.findIndex((/** @type {any} */ { text }) => text === 'Wintering');
    const end = (headings[at + 1]?.line ?? total_lines + 1) - 1;
    const range = await agent.use('get_note_line_range', { document_id, start: headings[at].line, end });
    return range.body ?? range.text;
  },
  'add under a heading': async (agent) => {
    const text = '- Sugar syrup';
    const { id: document_id } = await findNote(agent, 'Household');
    if (agent.offers('append_to_note', 'heading')) {
      await agent.use('append_to_note', { document_id, heading: 'To buy', text });
      return;
    }
    const note = await agent.use('get_document', { document_id });
    const [list = ''] = /(?<=^## To buy\n\n)(?:- .*\n)+/m.exec(note.body) ?? [];
    const change = { search: list, replace: `${list}${text}\n` };
    await edit(agent, { id: document_id, revision: note.current_revision_id }, change);
  },
  'tick a task': async (agent) => {
    const { id } = await findNote(agent, 'Apiary jobs');
    const found = await agent.use('search_in_note', { document_id: id, pattern: 'Order new frames' });
    const [{ line_text: line }] = found.matches;
    await edit(
      agent,
      { id, revision: found.current_revision_id },
      { search: line, replace: line.replace('[ ]', '[x]') },
    );
  },
  'write a note': async (agent) => {
    const notebook_id = await findNotebook(agent, 'Projects/Lighthouse');
    const body = 'She can start on Tuesday.';
    await agent.use('create_note', { title: 'Call with Ines', body, notebook_id, tags: ['calls'] });
  },
  'move finished notes': async (agent) => {
    const items = (await search(agent, 'tag:status/done notebook:Projects/House')).map(toItem);
    const notebook_id = await findNotebook(agent, 'Archive');
    await agent.use('run_batch', { operation: 'move', items, notebook_id });
  },
  'list backlinks': async (agent) => {
    const { id } = await findNote(agent, 'Varroa treatment');
    const { incoming } = await listIncoming(agent, id);
    return incoming.map((/** @type {any} */ { title, context }) => `${title}: ${context}`).join('\n');
  },
  'rename a note': async (agent) => {
    const note = await findNote(agent, 'Smoker fuel');
    // A renamed note has no incoming links any more, so they are listed first.
    const links = await listIncoming(agent, note.id);
    const base_revision_id = note.revision ?? links.current_revision_id;
    await agent.use('update_note', { document_id: note.id, base_revision_id, title: 'Smoker materials' });
    await changeLinks(agent, links.incoming, /\[\[Smoker fuel[^\]]*\]\]/, (link) => link.replace('fuel', 'materials'));
  },
  'compare three notes': async (agent) => {
    const notes = await readNotes(agent, COUNTRY_NOTES, 'title:"Walking in"');
    return notes.map(({ title, body }) => `${title}: ${body}`).join('\n');
  },
  'replace a name': async (agent) => {
    for (const { document_id, current_revision_id } of await search(agent, '"Harrow & Finch"')) {
      const change = { search: 'Harrow & Finch', replace: 'Northgate', replace_all: true };
      await edit(agent, { id: document_id, revision: current_revision_id }, change);
    }
  },
  'swap a tag': async (agent) => {
    const items = (await search(agent, 'tag:unsorted')).map(toItem);
    await agent.use('run_batch', { operation: 'add_tags', items, tags: ['inbox'] });
    await agent.use('run_batch', { operation: 'remove_tags', items, tags: ['unsorted'] });
  },
  'trash old notes': async (agent) => {
    const items = (await search(agent, 'tag:obsolete')).map((/** @type {any} */ row) => ({
      document_id: row.document_id,
      base_revision_id: row.current_revision_id,
    }));
    await agent.use('run_batch', { operation: 'trash', items });
  },
  'find with typing errors': async (agent) => {
    const query = 'notebook:Reciepes tag:vegitarian';
    const first = await agent.use('search_documents', { query, limit: FULL_PAGE });
    const found = first.results.length > 0 ? first.results : await search(agent, correctSpelling(query));
    return found.map((/** @type {any} */ { title }) => title).join('\n');
  },
};

/** Fixes a broken link in a line of a note. */
async function fixLink(/** @type {Agent} */ agent, /** @type {string} */ id, /** @type {number} */ lineNumber) {
  const { revision, written, meant } = await readBrokenLink(agent, id, lineNumber);
  await edit(agent, { id, revision }, { search: `[[${written}`, replace: `[[${meant}` });
}

/** Reads a broken link and finds the title that it means. */
async function readBrokenLink(/** @type {Agent} */ agent, /** @type {string} */ id, /** @type {number} */ lineNumber) {
  if (agent.isTold(/near titles of broken/)) {
    const links = await agent.use('list_document_links', { document_id: id, direction: 'outgoing' });
    const row = links.outgoing.find(
      (/** @type {any} */ { line, status }) => line === lineNumber && status !== 'resolved',
    );
    if (row.did_you_mean !== undefined)
      return { revision: links.current_revision_id, written: row.target, meant: row.did_you_mean[0] };
  }
  const { revision, text } = await getLine(agent, id, lineNumber);
  const written = /\[\[([^\]|#]*)/.exec(text)?.[1] ?? '';
  const meant = correctSpelling(written);
  const [row] = await search(agent, `title:"${meant}"`, SHORT_PAGE);
  return { revision, written, meant: row.title };
}
