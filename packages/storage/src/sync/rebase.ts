import {
  computeLineageView,
  deriveMergedRevisionId,
  mergeScalar,
  mergeText,
  type NoteText,
} from '@notes/sync-protocol/merge';
import { NoteStates, parseNoteState, serializeNoteState } from './note-states.js';
import { PartMaterializer } from './part-materializer.js';

/** Checks for a pending note. A note recovered from another is pending with its root. */
const IS_PENDING = `SELECT EXISTS (SELECT 1 FROM sync_unsettled WHERE id = @id)
  AND NOT EXISTS (SELECT 1 FROM sync_lineages WHERE id = @id AND root <> @id)`;
const TEXT = 'SELECT title, body FROM revisions WHERE pk = ?';
const CURRENT = `SELECT v.pk, v.origin, v.created_at AS at FROM documents d JOIN revisions v ON v.pk = d.revision_pk WHERE d.pk = ?`;

interface Current {
  readonly pk: number;
  readonly origin: string;
  readonly at: number;
}

/** Rebases edits of notes that are not materialized yet. */
export class Rebase extends PartMaterializer {
  readonly #notes = new NoteStates(this.writers.raw);

  /**
   * Rebases an edited note before the edit is captured. When the edit's base revision is not in the log any more, no
   * other replica could merge the edit: it is merged here with the state of the log, which becomes its base. When they
   * do not merge, or the log has several texts for the note, the note stays unchanged and in conflict.
   */
  rebase(id: string): void {
    if (this.sql.count(IS_PENDING, { id }) === 0) return;
    const stored = this.#notes.find(id);
    const document = this.writers.documents.getWithBody(id);
    if (stored === undefined || document === undefined) return;
    const state = parseNoteState(stored.text);
    const written = this.sql.get<Current>(CURRENT, document.pk) as Current;
    const base = this.sql.get<NoteText>(TEXT, state.revisionPk);
    if (base === undefined || written.pk === state.revisionPk) return;
    const operations = this.log.listByEntity(id);
    const isSaid = operations.some(
      ({ operation }) => operation.op === 'doc.write' && state.heads.includes(operation.rev),
    );
    if (isSaid) return;
    const [now, ...others] = computeLineageView(id, operations, { readBody: this.log.readBody }).notes;
    if (now === undefined || now.id !== id || now.losers.length + others.length > 0) return;
    const text = mergeTexts(base, document, now);
    if (text === null) return;
    this.#notes.put(stored.pk, serializeNoteState({ ...state, heads: [...now.heads], revisionPk: written.pk }));
    const revisionId = deriveMergedRevisionId([document.revisionId, ...now.heads]);
    const { origin, at } = written;
    this.writers.documents.revise(document, {
      ...this.writers.readText(text, this.databaseId()),
      revisionId,
      origin,
      at,
    });
  }
}

/** Merges three texts; null when the sides do not merge. */
function mergeTexts(base: NoteText, ours: NoteText, theirs: NoteText): NoteText | null {
  const title = mergeScalar(base.title, ours.title, theirs.title);
  const body = mergeText(base.body, ours.body, theirs.body);
  return title !== null && body.ok ? { title: title.value, body: body.text } : null;
}
