// @ts-check
// Adds a line to some notes of a library, by their ids in order: node edit.mjs <data folder> <from> <count> <start | end>.
import { openLibrary } from './library.mjs';

const [dataDir = '', from, count, at] = process.argv.slice(2);
const { invoke, close } = await openLibrary(dataDir);
/** @type {string[]} */
const ids = [];
const { notebooks } = await invoke('listNotebooks', {});
for (const { notebook_id, read_only } of notebooks) {
  for (let cursor; !read_only; ) {
    const page = await invoke('listNotebookDocuments', { notebook_id, limit: 200, ...(cursor && { cursor }) });
    ids.push(...page.documents.map((/** @type {{ id: string }} */ { id }) => id));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
}
const operation = at === 'start' ? 'prependToDocument' : 'appendToDocument';
for (const document_id of ids.sort().slice(Number(from), Number(from) + Number(count))) {
  await invoke(operation, { document_id, text: `\nA line at the ${at}.\n` });
}
close();
