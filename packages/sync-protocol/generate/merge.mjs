import { computeView, mergeText } from '@notes/sync-protocol/merge';
import { computeViewDigest } from '@notes/sync-protocol/run';
import { Device } from './merge/device.mjs';
import { NOTES } from './merge/notes.mjs';
import { ORGANISING } from './merge/organising.mjs';
import { PURGES } from './merge/purges.mjs';
import { RULES } from './merge/rules.mjs';
import { summary } from './merge/summary.mjs';
import { textCases } from './merge/texts.mjs';

const NAMES = ['n', 'm', 'n~', 'n~~', 'n+a2'];

function mergeOrNull(base, ours, theirs) {
  const merged = mergeText(base, ours, theirs);
  return merged.ok ? merged.text : null;
}

/** Plays a scenario and compares the resulting library with the summary that its author wrote. */
function library([name, act, expected]) {
  const devices = ['a', 'b', 'c'].map((letter) => new Device(letter));
  act(...devices);
  const all = new Device('all').pull(...devices);
  const found = summary(all.view(), NAMES);
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${name}: ${JSON.stringify(found, null, 1)}`);
  const { notes, notebooks, tags, searches, resources, conflicts } = computeView(all.log);
  return {
    name,
    operations: all.log,
    view: {
      notes: Object.fromEntries([...notes].map(([id, note]) => [id, wireNote(note)])),
      notebooks: Object.fromEntries(
        [...notebooks].map(([id, { name: shown, parent }]) => [id, { name: shown, parent }]),
      ),
      tags: Object.fromEntries([...tags].map(([id, tag]) => [id, tag.name])),
      searches: Object.fromEntries([...searches].map(([id, { name: shown, query }]) => [id, { name: shown, query }])),
      resources: Object.fromEntries([...resources].map(([id, { filename }]) => [id, filename])),
      conflicts: Object.fromEntries([...conflicts].map(([id, { kind }]) => [id, kind])),
    },
    view_digest: computeViewDigest(all.view()),
  };
}

const wireNote = (note) => ({
  title: note.title,
  body: note.body,
  revision_id: note.revisionId,
  heads: note.heads,
  losers: note.losers.map(({ revisionId, reason }) => [revisionId, reason]),
  trashed: note.trashedAt !== null,
  notebook: note.notebook,
  tags: note.tags,
  attachments: note.attachments.map(({ resource, relation }) => [resource, relation]),
  recovered_from: note.recoveredFrom,
});

/** Returns merges of texts and of whole libraries. */
export function merge() {
  return { texts: textCases(mergeOrNull), libraries: [...NOTES, ...PURGES, ...ORGANISING, ...RULES].map(library) };
}
