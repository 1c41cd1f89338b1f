import type { ArchiveContents, ArchiveRecord } from '@notes/archive-manifest';
import { operations, textLimits } from '@notes/contract';
import type { BuiltNote, Content } from '@notes/storage';
import { contentHere } from '../../documents/content.js';
import { Pacer } from '../../pacer.js';
import { BATCH, type Build, nameOf, refused } from './build.js';
import { flawOf, isBodyOf } from './rules.js';
import { toRow } from './to-row.js';

type Revision = ArchiveRecord<'revisions'>;

/** A text that can be written, read where it is the current one. */
interface Text {
  readonly note: BuiltNote;
  readonly revision: Revision;
  readonly body: string;
  readonly current: Content | null;
}

/** Bodies and what is read in them, held at a time. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

const { body: bodySchema } = operations.createDocument.input.shape;

/** Gives the notes that are there their texts. Documents and revisions come in the same order, so they are read side by side. */
export async function buildTexts(build: Build): Promise<void> {
  const notes = new NotesInOrder(build);
  const batch = new Batch(build);
  for await (const revisions of build.contents.records('revisions'))
    for (const revision of revisions) {
      build.onRecord();
      const text = await textOf(build, notes, revision);
      if (text !== null) await batch.add(text);
    }
  batch.write();
  await notes.finish();
}

async function textOf(build: Build, notes: NotesInOrder, revision: Revision): Promise<Text | null> {
  const { findings, manifest } = build;
  const flaw = flawOf('revisions', revision);
  const path = nameOf('revisions', revision);
  if (flaw !== null) findings.add('archive_record_invalid', path, `no library has such a ${flaw}`);
  const owner = await notes.ownerOf(revision);
  if (owner === null) findings.add(...refused('reference', path));
  if (flaw !== null || owner === null) return null;
  const body = revision.body ?? (await bodyOf(build, revision));
  if (body === null) {
    findings.add('archive_reference_broken', path, 'its body is not there, or is none');
    return null;
  }
  const { note, isCurrent } = owner;
  if (isCurrent && revision.title !== note.title)
    findings.add(
      'archive_record_invalid',
      ['documents', revision.document_id],
      'has not the title of its current text',
    );
  const owned = { databaseId: manifest.snapshot.database_id };
  const current = isCurrent ? contentHere(owned, { title: note.title, body }) : null;
  return { note, revision, body, current };
}

/** A body that is a blob; null where there is none, or it is no text. */
async function bodyOf({ blobs, contents }: Build, revision: Revision): Promise<string | null> {
  const blob = blobs.find(revision.body_sha256, revision.body_bytes);
  if (blob === undefined || blob.size_bytes > textLimits.body) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of contents.bytes(blob)) pieces.push(piece);
  const body = Buffer.concat(pieces).toString('utf8');
  return bodySchema.safeParse(body).success && isBodyOf(body, revision) ? body : null;
}

/** Notes in the order of their ids, which is that of their revisions. */
class NotesInOrder {
  readonly #build: Build;
  readonly #documents: AsyncIterator<ArchiveRecord<'documents'>>;
  #current: ArchiveRecord<'documents'> | undefined;
  #hasCurrent = true;
  #ordinal = 0;

  constructor(build: Build) {
    this.#build = build;
    this.#documents = singly(build.contents);
  }

  /** The note of a revision, and whether the revision is its current one; null where it has none. */
  async ownerOf({ id, document_id, ordinal }: Revision): Promise<{ note: BuiltNote; isCurrent: boolean } | null> {
    while (this.#current === undefined || this.#current.id < document_id) if (!(await this.#next())) return null;
    const note = this.#current.id === document_id ? this.#build.builder.note(document_id) : undefined;
    if (note === undefined || ordinal !== this.#ordinal) return null;
    this.#ordinal += 1;
    const isCurrent = this.#current.current_revision_id === id;
    this.#hasCurrent ||= isCurrent;
    return { note, isCurrent };
  }

  /** No revision comes any more. */
  async finish(): Promise<void> {
    while (await this.#next());
  }

  async #next(): Promise<boolean> {
    if (!this.#hasCurrent && this.#current !== undefined)
      this.#build.findings.add(
        'archive_reference_broken',
        nameOf('documents', this.#current),
        'its current revision is none of its own',
      );
    const { value, done } = await this.#documents.next();
    this.#current = done === true ? undefined : value;
    this.#hasCurrent = done === true;
    this.#ordinal = 0;
    return done !== true;
  }
}

async function* singly(contents: ArchiveContents): AsyncGenerator<ArchiveRecord<'documents'>> {
  for await (const documents of contents.records('documents')) yield* documents;
}

class Batch {
  readonly #build: Build;
  readonly #pacer = new Pacer();
  #texts: Text[] = [];
  #characters = 0;

  constructor(build: Build) {
    this.#build = build;
  }

  async add(text: Text): Promise<void> {
    this.#texts.push(text);
    this.#characters += text.body.length;
    if (this.#characters < BATCH_CHARACTERS && this.#texts.length < BATCH) return;
    this.write();
    await this.#pacer.step();
  }

  write(): void {
    this.#build.builder.batch(() => {
      for (const text of this.#texts) this.#write(text);
    });
    this.#texts = [];
    this.#characters = 0;
  }

  #write({ note, revision, body, current }: Text): void {
    const { builder, findings } = this.#build;
    const added = builder.addRevision(note, { ...toRow(revision), body });
    if (typeof added !== 'number') findings.add(...refused(added, nameOf('revisions', revision)));
    else if (current !== null) builder.settle(note, added, current);
  }
}
