import type { ArchiveContents, ArchiveRecord } from '@notes/archive-manifest';
import { operations, textLimits } from '@notes/contract';
import type { BuiltNote, LoadedNote } from '@notes/storage';
import { Pacer } from '@notes/storage';
import { parseWorker } from '../../../platform/workers.js';
import { addRefusal, BATCH, type Build, getRecordPath } from './build.js';
import { type PackedContents, type TextContent, unpackContents } from './packed-contents.js';
import { findInvalidField, matchesRevision } from './rules.js';
import readTexts, { type TextsTask } from './texts-task.js';
import { toRow } from './to-row.js';

type Revision = ArchiveRecord<'revisions'>;

/** A revision whose text can be inserted. */
interface Text {
  readonly note: BuiltNote;
  readonly revision: Revision;
  readonly body: string;
  readonly isCurrent: boolean;
}

/** UTF-16 code units of the bodies in a batch. Two batches and their parsed contents are held in memory. */
const BATCH_CHARACTERS = 256 * 1024;
const TASK = new URL('../../../../dist/exchange/archive/restore/texts-task.js', import.meta.url);

const { body: bodySchema } = operations.createDocument.input.shape;

/**
 * Inserts the revisions of the restored notes. Documents and revisions have the same order, so both are read in
 * parallel.
 */
export async function buildTexts(build: Build): Promise<void> {
  const notes = new NotesInOrder(build);
  const batch = new Batch(build);
  for await (const revisions of build.contents.records('revisions'))
    for (const revision of revisions) {
      build.onRecord();
      const text = await prepareText(build, notes, revision);
      if (text !== null) await batch.add(text);
    }
  await batch.finish();
  await notes.finish();
}

async function prepareText(build: Build, notes: NotesInOrder, revision: Revision): Promise<Text | null> {
  const { findings } = build;
  const flaw = findInvalidField('revisions', revision);
  const path = getRecordPath('revisions', revision);
  if (flaw !== null)
    findings.add('archive_record_invalid', path, `the field ${flaw} has a value that no library can contain`);
  const owner = await notes.findOwner(revision);
  if (owner === null) findings.addBrokenReference(path, revision);
  if (flaw !== null || owner === null) return null;
  const body = revision.body ?? (await readBlobBody(build, revision));
  if (body === null) {
    findings.add('archive_reference_broken', path, 'its body is missing or is not valid text');
    return null;
  }
  const { note, isCurrent } = owner;
  if (isCurrent && revision.title !== note.title)
    findings.add(
      'archive_record_invalid',
      ['documents', revision.document_id],
      'its title differs from the title of its current revision',
    );
  return { note, revision, body, isCurrent };
}

/** Reads a body stored as a blob; null when it is missing or not valid text. */
async function readBlobBody({ blobs, contents }: Build, revision: Revision): Promise<string | null> {
  const blob = blobs.find(revision.body_sha256, revision.body_bytes);
  if (blob === undefined || blob.size_bytes > textLimits.body) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of contents.bytes(blob)) pieces.push(piece);
  const body = Buffer.concat(pieces).toString('utf8');
  return bodySchema.safeParse(body).success && matchesRevision(body, revision) ? body : null;
}

/** Reads the notes in the order of their ids, which is also the order of their revisions. */
class NotesInOrder {
  readonly #build: Build;
  readonly #documents: AsyncIterator<ArchiveRecord<'documents'>>;
  #current: ArchiveRecord<'documents'> | undefined;
  #hasCurrent = true;
  #ordinal = 0;

  constructor(build: Build) {
    this.#build = build;
    this.#documents = readDocuments(build.contents);
  }

  /**
   * Returns the note of a revision and whether the revision is its current one; null when the archive has no such note
   * or the revision is out of order.
   */
  async findOwner({ id, document_id, ordinal }: Revision): Promise<{ note: BuiltNote; isCurrent: boolean } | null> {
    while (this.#current === undefined || this.#current.id < document_id) if (!(await this.#next())) return null;
    const note = this.#current.id === document_id ? this.#build.builder.note(document_id) : undefined;
    if (note === undefined || ordinal !== this.#ordinal) return null;
    this.#ordinal += 1;
    const isCurrent = this.#current.current_revision_id === id;
    this.#hasCurrent ||= isCurrent;
    return { note, isCurrent };
  }

  /** Checks the remaining notes after the last revision. */
  async finish(): Promise<void> {
    while (await this.#next());
  }

  async #next(): Promise<boolean> {
    const { builder, findings } = this.#build;
    // A note that was refused has a finding already.
    if (!this.#hasCurrent && this.#current !== undefined && builder.note(this.#current.id) !== undefined)
      findings.add(
        'archive_reference_broken',
        getRecordPath('documents', this.#current),
        'its current revision does not belong to it',
      );
    const { value, done } = await this.#documents.next();
    this.#current = done === true ? undefined : value;
    this.#hasCurrent = done === true;
    this.#ordinal = 0;
    return done !== true;
  }
}

async function* readDocuments(contents: ArchiveContents): AsyncGenerator<ArchiveRecord<'documents'>> {
  for await (const documents of contents.records('documents')) yield* documents;
}

/** Writes texts in batches while a worker parses the next batch. */
class Batch {
  readonly #build: Build;
  readonly #pacer = new Pacer();
  #texts: Text[] = [];
  #characters = 0;
  /** Batch that the worker is parsing. */
  #before: { readonly texts: readonly Text[]; readonly reading: Promise<readonly TextContent[]> } | null = null;

  constructor(build: Build) {
    this.#build = build;
  }

  async add(text: Text): Promise<void> {
    this.#texts.push(text);
    this.#characters += text.body.length;
    if (this.#characters >= BATCH_CHARACTERS || this.#texts.length >= BATCH) await this.#advance();
  }

  /** Writes the remaining batches after the last text. */
  async finish(): Promise<void> {
    await this.#advance();
    await this.#advance();
  }

  /** Begins to parse the collected batch and writes the one before it. */
  async #advance(): Promise<void> {
    const before = this.#before;
    const texts = this.#texts;
    const reading = parseInWorker(this.#build, texts);
    // The error is reported where the result is awaited.
    reading.catch(() => {});
    this.#before = { texts, reading };
    this.#texts = [];
    this.#characters = 0;
    if (before === null) return;
    const contents = (await before.reading).values();
    const { builder } = this.#build;
    builder.batch(() => {
      const current: LoadedNote[] = [];
      for (const text of before.texts) {
        const revisionPk = this.#addRevision(text);
        const content = text.isCurrent ? contents.next().value : undefined;
        if (revisionPk === null || content === undefined) continue;
        const { note, body } = text;
        current.push({ ...note, revisionPk, content: { ...content, title: note.title, body } });
      }
      builder.loadNotes(current);
    });
    await this.#pacer.step();
  }

  /** Returns the key of the inserted revision; adds a finding and returns null when the library refuses it. */
  #addRevision({ note, revision, body }: Text): number | null {
    const { builder, findings } = this.#build;
    const added = builder.addRevision(note, { ...toRow(revision), body });
    if (typeof added === 'number') return added;
    addRefusal(findings, added, getRecordPath('revisions', revision), revision);
    return null;
  }
}

/** Parses the current revisions among the texts. */
async function parseInWorker({ manifest }: Build, texts: readonly Text[]): Promise<readonly TextContent[]> {
  const current = texts.filter(({ isCurrent }) => isCurrent);
  if (current.length === 0) return [];
  const task: TextsTask = {
    databaseId: manifest.snapshot.database_id,
    texts: current.map(({ note, body }) => ({ title: note.title, body })),
  };
  const packed = await parseWorker.run<PackedContents, null>({ module: TASK, task }, null);
  return unpackContents(packed ?? readTexts(task));
}
