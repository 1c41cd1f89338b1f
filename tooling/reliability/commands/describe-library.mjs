// @ts-check
import { readLibrary } from '../read-library.mjs';

/** Ids, which differ between two runs of the same command. Those of attachments are replaced by their digests first. */
const ID = /\b[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** Queries for the content of a library, by name; one column of text each. */
const CONTENT = {
  notes: `SELECT json_array(d.title, r.body, nb.name, d.deleted_at IS NOT NULL,
      (SELECT json_group_array(name) FROM (SELECT t.name FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
        WHERE dt.document_pk = d.pk ORDER BY t.name)),
      (SELECT json_group_array(digest) FROM (SELECT hex(s.sha256) AS digest FROM document_resources dr
        JOIN resources s ON s.pk = dr.resource_pk WHERE dr.document_pk = d.pk ORDER BY digest)),
      (SELECT count(*) FROM revisions v WHERE v.document_pk = d.pk))
    FROM documents d JOIN revisions r ON r.pk = d.revision_pk JOIN notebooks nb ON nb.pk = d.notebook_pk
    WHERE nb.id NOT IN ('nb_help', 'nb_reports')`,
  // The text of a report has the time at which it was written.
  reports: `SELECT d.title FROM documents d JOIN notebooks nb ON nb.pk = d.notebook_pk WHERE nb.id = 'nb_reports'`,
  notebooks: `SELECT json_array(n.name, p.name) FROM notebooks n LEFT JOIN notebooks p ON p.pk = n.parent_pk`,
  searches: 'SELECT json_array(name, query) FROM search_notebooks',
  attachments: 'SELECT json_array(filename, hex(sha256)) FROM resources',
  intents: `SELECT json_array(s.filename, i.intent) FROM sync_intents i JOIN resources s ON s.pk = i.resource_pk`,
  conflicts: 'SELECT json_array(kind, resolution) FROM sync_conflicts',
  jobs: 'SELECT json_array(kind, state, cancel_requested) FROM jobs',
  log: 'SELECT CAST(count(*) AS TEXT) FROM sync_ops',
};

/** Content that only tells what was done, and differs after an interruption. */
const HISTORY = ['jobs', 'log'];

/**
 * Describes the content of a library without ids and times, so that two runs of the same command describe the same.
 * @param {string} dataDir
 * @param {string} [history] `jobs` or `log`, to include what was done
 * @returns {Promise<string>} empty when there is no library
 */
export const describeLibrary = (dataDir, history) =>
  readLibrary(dataDir, (database, digests) => {
    const parts = Object.entries(CONTENT).filter(([name]) => name === history || !HISTORY.includes(name));
    return parts
      .map(([name, query]) => {
        const rows = /** @type {string[]} */ (database.prepare(query).pluck().all());
        return `${name}\n${rows
          .map((row) => row.replace(ID, (id) => digests.get(id) ?? 'id'))
          .sort()
          .join('\n')}`;
      })
      .join('\n');
  });
