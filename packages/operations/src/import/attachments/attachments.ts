import { textLimits } from '@notes/contract';
import { idOfSource } from '../../ids.js';
import { lookAt } from '../../markdown/look.js';
import type { View } from '../../markdown/views.js';
import { documentUri, resourceUri } from '../../wire.js';
import type { Outcome } from '../decide.js';
import { escapeText } from '../html/escape.js';
import { type ImportRun, sourceOf } from '../import-run.js';
import type { FileItem, NoteItem, SourceNote } from '../item.js';
import type { Entry, LedgerRecord } from '../ledger.js';
import type { Resolve } from '../source.js';
import { knownAttachment } from './known-attachment.js';
import { type Pointed, pointLinks } from './point-links.js';
import { takeFile } from './take-file.js';

/** A file that a note refers to. */
export interface Attached {
  readonly path: string;
  /** It is in the note itself, not one of the files of the source. */
  readonly embedded: boolean;
}

/** The text of a note whose links point at attachments and notes. */
export interface AttachedText {
  readonly text: string;
  /** The files it refers to, in the order of the links. */
  readonly files: readonly Attached[];
  readonly warnings: readonly string[];
}

/** What is known of a text that cannot be read in time. */
const NO_LINKS: View<'files'> = { links: [], truncated: true };
/** Without any of these a text refers to nothing. */
const REFERENCE = /\[\[|\]\(|\]:|<img\s/i;
const WARNINGS_LISTED = 20;

/** What the notes of a source refer to, each file imported once in a run, when a note is first read that does. */
export class Attachments {
  readonly #run: ImportRun;
  readonly #resolve: Resolve | null;
  readonly #taken = new Map<string, Promise<Outcome>>();
  readonly #told: Set<string>;

  /** @param record what is in the ledger already */
  constructor(run: ImportRun, resolve: Resolve | null, record: LedgerRecord) {
    this.#run = run;
    this.#resolve = resolve;
    this.#told = new Set(record.flatMap((line) => ('kind' in line && line.kind !== 'note' ? line.path : [])));
  }

  /** Imports what a note refers to, and points its links there; what cannot be imported leaves its links as they are. */
  async attach(item: NoteItem, note: SourceNote): Promise<AttachedText> {
    const body = note.text;
    const noTargets = this.#resolve === null && note.embedded === undefined;
    if (noTargets || !REFERENCE.test(body)) return { text: body, files: [], warnings: [] };
    const { databaseId } = this.#run.library;
    const { links, truncated } = await lookAt('files', { body, databaseId }, NO_LINKS);
    const warnings = new Set(truncated ? ['not all of its links could be read: those to files stay as they are'] : []);
    const files = new Map<string, Attached>();
    const pointed: Pointed[] = [];
    for (const link of links) {
      const embedded = note.embedded?.get(link.path);
      const target = embedded ?? this.#resolve?.(item, link);
      if (target === undefined) continue;
      if (typeof target === 'string') warnings.add(WHY[target](link.path));
      else if ('note' in target) pointed.push({ link, address: this.#addressOf(target.note) });
      else {
        files.set(target.path, { path: target.path, embedded: embedded !== undefined });
        const { resourceId } = await this.#take(target, note);
        if (resourceId !== undefined) pointed.push({ link, address: resourceUri(resourceId) });
        else if (embedded !== undefined) pointed.push({ link, text: lost(embedded) });
      }
    }
    return this.#fitting(body, pointLinks(body, pointed), [...files.values()], [...warnings]);
  }

  /** What became of these files, which were attached before, without those told of. */
  async tell(files: readonly Attached[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const { path, embedded } of files) {
      if (this.#told.has(path)) continue;
      this.#told.add(path);
      const kind = embedded ? 'embedded' : 'attachment';
      entries.push({ kind, path, outcome: await (this.#taken.get(path) as Promise<Outcome>) });
    }
    return entries;
  }

  #addressOf(key: string): string {
    return documentUri(idOfSource('document', sourceOf(this.#run.parameters, { key })));
  }

  async #take(file: FileItem, note: SourceNote): Promise<Outcome> {
    const known = await knownAttachment(this.#run, note, file);
    const own = known === undefined ? undefined : { status: 'unchanged' as const, resourceId: known, warnings: [] };
    const taken = this.#taken.get(file.path) ?? (own === undefined ? takeFile(this.#run, file) : Promise.resolve(own));
    this.#taken.set(file.path, taken);
    return own ?? taken;
  }

  /** Addresses of attachments are longer than most names of files. */
  #fitting(body: string, text: string, files: readonly Attached[], warnings: readonly string[]): AttachedText {
    const listed = warnings.slice(0, WARNINGS_LISTED);
    if (listed.length < warnings.length) listed.push(`${warnings.length - listed.length} more links lead to no file`);
    if (Buffer.byteLength(text, 'utf8') <= textLimits.body) return { text, files, warnings: listed };
    return {
      text: body,
      files,
      warnings: [...listed, 'links to files and notes would make it too large: they stay as they are'],
    };
  }
}

/** What is in a note alone has no other address: its name is left where it stood. */
const lost = ({ filename }: FileItem) => `*(${escapeText(filename, { formulas: true })}: could not be imported)*`;

const WHY = {
  missing: (path: string) => `${shown(path)}: there is no such file in the folder; the link stays as it is`,
  outside: (path: string) => `${shown(path)}: is outside of the folder and is not read; the link stays as it is`,
};

const shown = (path: string) => (path.length > 120 ? `${path.slice(0, 120).toWellFormed()}…` : path);
