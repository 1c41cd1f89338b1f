import {
  computeLineageView,
  deriveMergedRevisionId,
  mergeScalar,
  mergeText,
  type NoteText,
} from '@notes/sync-protocol/merge';
import { eq, sql } from 'drizzle-orm';
import { build, defineQuery, evaluate, type Parameters, type Row } from '../library/query.js';
import { documents, revisions, syncLineages, syncUnsettled } from '../schema.js';
import { NoteStates, parseNoteState, serializeNoteState } from './note-states.js';
import { PartMaterializer } from './part-materializer.js';

/** Checks for a pending note. A note recovered from another is pending with its root. */
const isPending = defineQuery(({ id }: Parameters<{ id: string }>) =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${syncUnsettled} WHERE ${syncUnsettled.id} = ${id})
      AND NOT EXISTS (SELECT 1 FROM ${syncLineages} WHERE ${syncLineages.id} = ${id} AND ${syncLineages.root} <> ${id})`,
  ),
);
const selectText = defineQuery(({ pk }: Parameters<{ pk: number | null }>) =>
  build.select({ title: revisions.title, body: revisions.body }).from(revisions).where(eq(revisions.pk, pk)),
);
const currentFields = { pk: revisions.pk, origin: revisions.origin, at: revisions.createdAt };
const selectCurrent = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select(currentFields)
    .from(documents)
    .innerJoin(revisions, eq(revisions.pk, documents.revisionPk))
    .where(eq(documents.pk, documentPk)),
);

/** Rebases edits of notes that are not materialized yet. */
export class Rebase extends PartMaterializer {
  readonly #notes = new NoteStates(this.writers.raw);

  /**
   * Rebases an edited note before the edit is captured. When the edit's base revision is not in the log any more, no
   * other replica could merge the edit: it is merged here with the state of the log, which becomes its base. When they
   * do not merge, or the log has several texts for the note, the note stays unchanged and in conflict.
   */
  rebase(id: string): void {
    if (this.sql.count(isPending, { id }) === 0) return;
    const stored = this.#notes.find(id);
    const document = this.writers.documents.getWithBody(id);
    if (stored === undefined || document === undefined) return;
    const state = parseNoteState(stored.text);
    const written = this.sql.get(selectCurrent, { documentPk: document.pk }) as Row<typeof currentFields>;
    const base = this.sql.get(selectText, { pk: state.revisionPk });
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
