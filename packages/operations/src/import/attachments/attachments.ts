import { textLimits } from '@notes/contract';
import type { FileLink } from '@notes/markdown-blocks';
import { lookAt } from '../../markdown/look.js';
import type { View } from '../../markdown/views.js';
import type { Outcome } from '../apply.js';
import type { ImportRun } from '../import-files.js';
import type { Entry, LedgerRecord } from '../ledger.js';
import type { Found } from '../walk.js';
import { FileIndex } from './file-index.js';
import { type Pointed, pointAtFiles } from './point-at-files.js';
import { takeFile } from './take-file.js';

/** The text of a note whose links point at attachments. */
export interface AttachedText {
  readonly text: string;
  /** The files it refers to, in the order of the links. */
  readonly files: readonly Found[];
  readonly warnings: readonly string[];
}

/** What is known of a text that cannot be read in time. */
const NO_LINKS: View<'files'> = { links: [], truncated: true };
/** Without any of these a text refers to nothing. */
const REFERENCE = /\[\[|\]\(|\]:|<img\s/i;
/** Of a link, what tells a file from a title; notes and pages of the web are no attachments. */
const FILE_NAME = /\.(?!(?:md|markdown|html?)$)[a-z][a-z0-9]{1,4}$/i;
const WARNINGS_LISTED = 20;

/** The files that the notes of a folder refer to, each imported once in a run, when a note is first read that does. */
export class Attachments {
  readonly #run: ImportRun;
  readonly #index: FileIndex;
  readonly #taken = new Map<string, Promise<Outcome>>();
  readonly #told: Set<string>;

  /** @param others files of the folder that are no notes. @param record what is in the ledger already */
  constructor(run: ImportRun, others: readonly Found[], record: LedgerRecord) {
    this.#run = run;
    this.#index = new FileIndex(others);
    this.#told = new Set(record.flatMap((line) => ('kind' in line && line.kind === 'attachment' ? line.path : [])));
  }

  /** Imports what a note refers to, and points its links there; what cannot be imported leaves its links as they are. */
  async attach(note: Found, body: string): Promise<AttachedText> {
    if (this.#index.isEmpty || !REFERENCE.test(body)) return { text: body, files: [], warnings: [] };
    const { databaseId } = this.#run.library;
    const { links, truncated } = await lookAt('files', { body, databaseId }, NO_LINKS);
    const warnings = new Set(truncated ? ['not all of its links could be read: those to files stay as they are'] : []);
    const files = new Map<string, Found>();
    const pointed: Pointed[] = [];
    for (const link of links) {
      const found = this.#index.resolve({ path: link.path, folder: note.folder, inVault: this.#inVault(link) });
      if (typeof found !== 'string') {
        files.set(found.path, found);
        const { resourceId } = await this.#take(found);
        if (resourceId !== undefined) pointed.push({ link, resourceId });
      } else if (isFile(link)) warnings.add(WHY[found](link.path));
    }
    return this.#fitting(body, pointAtFiles(body, pointed), [...files.values()], [...warnings]);
  }

  /** What became of these files, without those told of before. */
  async tell(files: readonly Found[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const found of files) {
      if (this.#told.has(found.path)) continue;
      this.#told.add(found.path);
      entries.push({ kind: 'attachment', path: found.path, outcome: await this.#take(found) });
    }
    return entries;
  }

  #inVault({ kind }: FileLink): boolean {
    return kind === 'wikilink' || kind === 'embed' || this.#run.parameters.format === 'obsidian';
  }

  #take(found: Found): Promise<Outcome> {
    const taken = this.#taken.get(found.path) ?? takeFile(this.#run, found);
    this.#taken.set(found.path, taken);
    return taken;
  }

  /** Addresses of attachments are longer than most names of files. */
  #fitting(body: string, text: string, files: readonly Found[], warnings: readonly string[]): AttachedText {
    const listed = warnings.slice(0, WARNINGS_LISTED);
    if (listed.length < warnings.length) listed.push(`${warnings.length - listed.length} more links lead to no file`);
    if (Buffer.byteLength(text, 'utf8') <= textLimits.body) return { text, files, warnings: listed };
    return {
      text: body,
      files,
      warnings: [...listed, 'links to attachments would make it too large: they stay as they are'],
    };
  }
}

const WHY = {
  missing: (path: string) => `${shown(path)}: there is no such file in the folder; the link stays as it is`,
  outside: (path: string) => `${shown(path)}: is outside of the folder and is not read; the link stays as it is`,
};

const shown = (path: string) => (path.length > 120 ? `${path.slice(0, 120).toWellFormed()}…` : path);

const isFile = ({ kind, path }: FileLink) =>
  kind === 'image' || kind === 'html' || (kind !== 'wikilink' && FILE_NAME.test(path));
