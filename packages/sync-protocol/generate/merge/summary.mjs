import { docId } from './device.mjs';

/**
 * Summarises a library in a few lines, for comparison with the expectation of a scenario: each note with its text, its
 * properties, and its conflicts with their reasons; then notebooks, searches, unreferenced attachments and other
 * conflicts.
 */
export function summary(view, names) {
  const nameOf = new Map(names.map((name) => [docId(name), name]));
  const short = (id) => id.slice(id.indexOf('_') + 1);
  const lines = [...view.notes.values()].map((note) => noteLine(note, view, nameOf, short));
  for (const { id, name, parent } of view.notebooks.values())
    lines.push(`notebook ${short(id)} "${name}"${parent === null ? '' : ` in ${short(parent)}`}`);
  for (const { id, name, query } of view.searches.values()) lines.push(`search ${short(id)} "${name}" ${query}`);
  for (const { id, filename } of view.resources.values()) lines.push(`file ${short(id)} "${filename}"`);
  for (const conflict of view.conflicts.values()) {
    if (conflict.kind === 'purge_vs_edit') lines.push(`purged ${nameOf.get(conflict.purgedId)}`);
    if (conflict.kind === 'name_collision') lines.push(`collision ${short(conflict.subjectId)}`);
  }
  return lines.sort();
}

function noteLine(note, view, nameOf, short) {
  const said = [`${nameOf.get(note.id) ?? note.id} "${note.title}" ${note.body.replaceAll('\n', '|')}`];
  if (note.heads.length > 1) said.push(`of ${note.heads.length}`);
  if (note.trashedAt !== null) said.push('trashed');
  if (note.notebook !== 'nb_notes') said.push(`in ${short(note.notebook)}`);
  for (const tag of note.tags) said.push(`#${view.tags.get(tag).name}`);
  for (const { resource } of note.attachments) said.push(`@${short(resource)}`);
  for (const { reason, title, body } of note.losers)
    said.push(`aside (${reason}) "${title}" ${body.replaceAll('\n', '|')}`);
  return said.join('; ');
}
