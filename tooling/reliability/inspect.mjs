// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../bench/packages.mjs';
import { sha256 } from './oracle.mjs';
import { blobPath } from './upload-order.mjs';

/** @typedef {import('./oracle.mjs').State & { id: string }} Found */

const NOTES = `SELECT d.id, d.title, r.body, d.deleted_at IS NOT NULL AS trashed,
    (SELECT group_concat(name, ',') FROM (SELECT t.name FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
      WHERE dt.document_pk = d.pk ORDER BY t.name)) AS tags
  FROM documents d JOIN revisions r ON r.pk = d.revision_pk JOIN notebooks n ON n.pk = d.notebook_pk
  WHERE n.id <> 'nb_help'`;

/** Query for a note's text with the numbers of its stored links and tasks. */
const DERIVED = `SELECT d.id, r.body, d.open_tasks + d.done_tasks AS tasks,
    (SELECT count(*) FROM links l WHERE l.source_pk = d.pk) AS links
  FROM documents d JOIN revisions r ON r.pk = d.revision_pk JOIN notebooks n ON n.pk = d.notebook_pk
  WHERE n.id NOT IN ('nb_help', 'nb_reports')`;

/** Queries that have to return nothing. */
const FAULTS = {
  'a revision belongs to no note': 'SELECT id FROM revisions WHERE document_pk NOT IN (SELECT pk FROM documents)',
  'a note has a foreign revision': `SELECT d.id FROM documents d LEFT JOIN revisions r
    ON r.pk = d.revision_pk AND r.document_pk = d.pk WHERE r.pk IS NULL`,
  'a note is not indexed': 'SELECT id FROM documents WHERE pk NOT IN (SELECT rowid FROM search_fts)',
  'the index has a note too many': 'SELECT rowid FROM search_fts WHERE rowid NOT IN (SELECT pk FROM documents)',
  'a tag has no note': 'SELECT id FROM tags WHERE pk NOT IN (SELECT tag_pk FROM document_tags)',
  'a link leads to no active note': `SELECT l.n FROM links l LEFT JOIN documents d
    ON d.pk = l.target_pk AND d.deleted_at IS NULL WHERE l.state = 1 AND l.target_key NOT LIKE '@/%' AND d.pk IS NULL`,
  'a link does not lead to the only note of its title': `SELECT l.n FROM links l WHERE l.state <> 1
    AND (SELECT count(*) FROM documents d WHERE d.title_key = l.target_key AND d.deleted_at IS NULL) = 1`,
  'a text embeds what is no attachment of its note': `SELECT l.n FROM links l LEFT JOIN resources r
    ON r.id = substr(l.target_key, 3) LEFT JOIN document_resources dr
    ON dr.document_pk = l.source_pk AND dr.resource_pk = r.pk AND dr.relation_type = 'embedded'
    WHERE l.target_key LIKE '@/%' AND dr.document_pk IS NULL`,
  'an attachment is known for unattached wrongly': `SELECT r.id FROM resources r
    WHERE (r.unattached_at IS NULL) <> EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = r.pk)`,
  'tasks are not counted': `SELECT d.id FROM documents d WHERE (d.open_tasks, d.done_tasks) <>
    (SELECT count(*) FILTER (WHERE NOT t.done), count(*) FILTER (WHERE t.done) FROM tasks t WHERE t.document_pk = d.pk)`,
  'a note is not in the journal': `SELECT id FROM documents
    WHERE id NOT IN (SELECT entity_id FROM change_journal WHERE entity = 'document')`,
};

/**
 * Reads a library that no process has open: its notes, the SHA-256 of its attachments, and every internal fault.
 * @returns {Promise<{ notes: Map<string, Found>, resources: Set<string>, faults: string[] }>}
 */
export async function inspectLibrary(/** @type {string} */ dataDir) {
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const database = openSqlite(join(dataDir, 'notes.db'), { fileMustExist: true });
  try {
    const resources = database.prepare('SELECT id, lower(hex(sha256)) AS sha256, size_bytes FROM resources').all();
    const faults = [...findFaults(database), ...findBlobFaults(dataDir, resources)];
    return { notes: readNotes(database), resources: new Set(resources.map(getDigest)), faults };
  } finally {
    database.close();
  }
}

const getDigest = (/** @type {{ sha256: string }} */ { sha256: digest }) => digest;

/** Returns attachments without their bytes; bytes without an attachment are not a fault. */
function findBlobFaults(
  /** @type {string} */ dataDir,
  /** @type {{ id: string, sha256: string, size_bytes: number }[]} */ resources,
) {
  return resources.flatMap(({ id, sha256: digest, size_bytes }) => {
    const path = blobPath(dataDir, digest);
    const bytes = existsSync(path) ? readFileSync(path) : undefined;
    if (bytes?.length === size_bytes && sha256(bytes) === digest) return [];
    return [`${id}: its bytes ${digest} are ${bytes === undefined ? 'missing' : 'not what was sent'}`];
  });
}

function readNotes(/** @type {any} */ database) {
  /** @type {Map<string, Found>} */
  const notes = new Map();
  for (const { id, title, body, trashed, tags } of database.prepare(NOTES).iterate()) {
    notes.set(title, { id, title, sha256: sha256(body), tags: tags ?? '', trashed: trashed === 1 });
  }
  return notes;
}

function findFaults(/** @type {any} */ database) {
  /** @type {string[]} */
  const faults = [];
  const integrity = database.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') faults.push(`integrity_check: ${integrity}`);
  for (const row of database.pragma('foreign_key_check')) faults.push(`foreign_key_check: ${JSON.stringify(row)}`);
  try {
    database.exec("INSERT INTO search_fts (search_fts) VALUES ('integrity-check')");
  } catch (error) {
    faults.push(`full-text index: ${error}`);
  }
  for (const [fault, query] of Object.entries(FAULTS)) {
    const rows = database.prepare(query).all();
    if (rows.length > 0) faults.push(`${fault}: ${rows.length}`);
  }
  for (const { id, body, links, tasks } of database.prepare(DERIVED).iterate()) {
    const written = [body.split('[[').length + body.split('](').length - 2, body.split('- [').length - 1];
    if (links !== written[0] || tasks !== written[1]) faults.push(`${id}: its links or tasks do not match its text`);
  }
  for (const { id, body, digest } of database
    .prepare('SELECT id, body, body_sha256 AS digest FROM revisions')
    .iterate()) {
    if (sha256(body) !== digest.toString('hex')) faults.push(`${id}: its text does not match its digest`);
  }
  return faults;
}
