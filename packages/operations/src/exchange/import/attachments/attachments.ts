import { textLimits } from '@notes/contract';
import { escapeText, type FileItem, type NoteItem, type Resolve, type SourceNote } from '@notes/note-formats';
import { computeView } from '../../../notes/markdown/compute-view.js';
import type { View } from '../../../notes/markdown/views.js';
import { documentUri, resourceUri } from '../../../platform/wire.js';
import { fileSources, type Identities } from '../identity.js';
import type { ImportRun } from '../import-run.js';
import type { Entry, LedgerRecord } from '../ledger.js';
import type { Outcome } from '../outcome.js';
import { importFile } from './import-file.js';
import { findKnownAttachment } from './known-attachment.js';
import { type LinkReplacement, pointLinks } from './point-links.js';

/** A file to which a note refers. */
export interface AttachedFile {
  readonly path: string;
  readonly title?: string;
  /** True for a file inside the note itself rather than among the files of the source. */
  readonly embedded: boolean;
}

/** Text of a note with links to attachments and notes of the library. */
export interface AttachedText {
  readonly text: string;
  /** Files to which the text refers, in the order of the links. */
  readonly files: readonly AttachedFile[];
  readonly warnings: readonly string[];
}

interface Targets {
  readonly resolve: Resolve | null;
  readonly identities: Identities;
}

/** Result for a text that cannot be parsed in time. */
const NO_LINKS: View<'files'> = { links: [], truncated: true };
/** Patterns of references. A text without a match refers to nothing. */
const REFERENCE = /\[\[|\]\(|\]:|<(?:img|video|audio|source|a)\s/i;
const MAX_LISTED_WARNINGS = 20;

/** Files to which the notes of a source refer. Each is imported once per run, with the first note that refers to it. */
export class Attachments {
  readonly #run: ImportRun;
  readonly #resolve: Resolve | null;
  readonly #identities: Identities;
  /** Cache by path: true when the file was imported under its own source id before this run. */
  readonly #hadSource = new Map<string, boolean>();
  readonly #imported = new Map<string, Promise<Outcome>>();
  readonly #reported: Set<string>;

  /** @param record entries that the ledger already contains */
  constructor(run: ImportRun, { resolve, identities }: Targets, record: LedgerRecord) {
    this.#run = run;
    this.#resolve = resolve;
    this.#identities = identities;
    this.#reported = new Set(record.flatMap((line) => ('kind' in line && line.kind !== 'note' ? line.path : [])));
  }

  /**
   * Imports the files to which a note refers and rewrites its links. Links to files that cannot be imported stay
   * unchanged.
   */
  async attach(item: NoteItem, note: SourceNote): Promise<AttachedText> {
    const body = note.text;
    const noTargets = this.#resolve === null && note.embedded === undefined;
    if (noTargets || !REFERENCE.test(body)) return { text: body, files: [], warnings: [] };
    const { databaseId } = this.#run.library;
    const { links, truncated } = await computeView('files', { body, databaseId }, NO_LINKS);
    const warnings = new Set(
      truncated ? ['not all of its links could be read; unread links to files are unchanged'] : [],
    );
    const files = new Map<string, AttachedFile>();
    const pointed: LinkReplacement[] = [];
    for (const link of links) {
      const embedded = note.embedded?.get(link.path);
      const target = embedded ?? this.#resolve?.(item, link);
      if (target === undefined) continue;
      if (typeof target === 'string') warnings.add(LINK_WARNINGS[target](link.path));
      else if ('note' in target) pointed.push({ link, address: this.#getAddress(target.note) });
      else {
        const { path, title } = target;
        files.set(path, { path, ...(title !== undefined && { title }), embedded: embedded !== undefined });
        const { resourceId } = await this.#importFile(target, item, note);
        if (resourceId !== undefined) pointed.push({ link, address: resourceUri(resourceId) });
        else if (embedded !== undefined) pointed.push({ link, text: formatLostFile(embedded) });
      }
    }
    return this.#keepWithinLimit(body, pointLinks(body, pointed), [...files.values()], [...warnings]);
  }

  /** Returns the outcomes of attached files that were not reported before. */
  async collectOutcomes(files: readonly AttachedFile[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const { path, title, embedded } of files) {
      if (this.#reported.has(path)) continue;
      this.#reported.add(path);
      const kind = embedded ? 'embedded' : 'attachment';
      const outcome = await (this.#imported.get(path) as Promise<Outcome>);
      entries.push({ kind, path, ...(title !== undefined && { title }), outcome });
    }
    return entries;
  }

  #getAddress(key: string): string {
    return documentUri(this.#identities.getDocumentId(key));
  }

  async #importFile(file: FileItem, item: NoteItem, note: SourceNote): Promise<Outcome> {
    // A file with an unknown source id may still be an attachment of its note, when the export has moved.
    const documentId = note.documentId ?? (this.#isKnown(file) ? undefined : this.#identities.findNoteId(item));
    const known = await findKnownAttachment(this.#run, documentId, file);
    const own = known === undefined ? undefined : { status: 'unchanged' as const, resourceId: known, warnings: [] };
    const taken =
      this.#imported.get(file.path) ?? (own === undefined ? importFile(this.#run, file) : Promise.resolve(own));
    this.#imported.set(file.path, taken);
    return own ?? taken;
  }

  #isKnown(file: FileItem): boolean {
    const { library, parameters } = this.#run;
    const known =
      this.#hadSource.get(file.path) ??
      library.store.read(({ resources }) => fileSources(parameters, file).some((each) => resources.findBySource(each)));
    this.#hadSource.set(file.path, known);
    return known;
  }

  /**
   * Keeps the original text when the rewritten one is too long, since attachment addresses are longer than most file
   * names.
   */
  #keepWithinLimit(
    body: string,
    text: string,
    files: readonly AttachedFile[],
    warnings: readonly string[],
  ): AttachedText {
    const listed = warnings.slice(0, MAX_LISTED_WARNINGS);
    if (listed.length < warnings.length) listed.push(`${warnings.length - listed.length} more links have no target`);
    if (Buffer.byteLength(text, 'utf8') <= textLimits.body) return { text, files, warnings: listed };
    return {
      text: body,
      files,
      warnings: [
        ...listed,
        'rewritten links would exceed the size limit of a note; its links to files and notes are unchanged',
      ],
    };
  }
}

/**
 * Placeholder for an embedded file that could not be imported. It shows the file name, since there is no other address.
 */
const formatLostFile = ({ filename }: FileItem) =>
  `*(${escapeText(filename, { formulas: true })}: could not be imported)*`;

const LINK_WARNINGS = {
  missing: (path: string) => `${shortenPath(path)}: file not found in the source; the link is unchanged`,
  skipped: (path: string) =>
    `${shortenPath(path)}: hidden, in node_modules or below a link, and therefore not imported; the link is unchanged`,
  outside: (path: string) => `${shortenPath(path)}: outside the source and not read; the link is unchanged`,
  unknown_id: (path: string) =>
    `${shortenPath(path)}: no note or file of the source has this id; the link is unchanged`,
};

const shortenPath = (path: string) => (path.length > 120 ? `${path.slice(0, 120).toWellFormed()}…` : path);
