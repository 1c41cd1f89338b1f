import { Parser } from 'htmlparser2';
import { refused } from '../files/refused.js';
import { parseHtml, textOf } from '../html/tree.js';
import type { Span } from './span.js';

/** Where a note is in its export, and what other notes may know it by. */
export interface NoteSpan extends Span {
  readonly title: string;
  /** As it is written. */
  readonly created: string;
  /** What its files hold, in the order of the files. */
  readonly data: readonly Span[];
  /** The export ends in the midst of it. */
  readonly isCut: boolean;
}

/** Something that goes on for so long without an end is no export. */
const MAX_UNENDED_BYTES = 128 * 1024 * 1024;
const MAX_FIELD_LENGTH = 16_384;
/** The parser takes longer for each element the deeper it is; an export nests five of them. */
const MAX_DEPTH = 512;

/**
 * Finds the notes of an ENEX export without keeping it, none when the signal comes before its end: bytes are taken for Latin-1, so that places in the text are
 * places in the file.
 *
 * @throws ServiceError when it is no such export
 */
export async function scanExport(
  name: string,
  pieces: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<readonly NoteSpan[]> {
  const scan = new ExportScan(name);
  const parser = new Parser(scan, { xmlMode: true, decodeEntities: false });
  let [length, isFirst] = [0, true];
  for await (const piece of pieces) {
    if (signal?.aborted) return [];
    const marked = isFirst && piece.toString('latin1', 0, BYTE_ORDER_MARK.length) === BYTE_ORDER_MARK;
    isFirst = false;
    // As many spaces, so that places stay.
    parser.write((marked ? '   ' : '') + piece.toString('latin1', marked ? BYTE_ORDER_MARK.length : 0));
    length += piece.length;
    if (length - parser.endIndex > MAX_UNENDED_BYTES) throw refused('damaged', name);
  }
  parser.end();
  if (!scan.isWhole) throw refused('damaged', name);
  return scan.notes;
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

class ExportScan {
  readonly notes: NoteSpan[] = [];
  #isEnded = false;
  readonly #name: string;
  readonly #open: string[] = [];
  #parser: Parser | undefined;
  #start = 0;
  #data: Span[] = [];
  #dataStart = 0;
  #fields = new Map<string, string>();
  #isVerbatim = false;

  constructor(name: string) {
    this.#name = name;
  }

  onparserinit(parser: Parser): void {
    this.#parser = parser;
  }

  /** A declaration of a document's type may say where its rules are, but not bring any. */
  onprocessinginstruction(_: string, text: string): void {
    if (text.startsWith('!') && /\[|entity/i.test(text)) throw refused('entities', this.#name);
  }

  onopentag(name: string): void {
    const parser = this.#parser as Parser;
    if (this.#open.length >= MAX_DEPTH) throw refused('too_deep', this.#name);
    this.#open.push(name);
    const path = this.#path;
    if (this.#open.length === 1 && name !== 'en-export') throw refused('damaged', this.#name);
    if (path === 'note') {
      this.#start = parser.startIndex;
      this.#data = [];
      this.#fields = new Map();
    } else if (path === 'note/resource/data') this.#dataStart = parser.endIndex + 1;
    else if (FIELDS.has(path)) this.#fields.set(path, '');
  }

  ontext(text: string): void {
    const path = this.#path;
    const before = FIELDS.has(path) ? this.#fields.get(path) : undefined;
    if (before === undefined || before.length > MAX_FIELD_LENGTH) return;
    this.#fields.set(path, before + (this.#isVerbatim ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text));
  }

  oncdatastart(): void {
    this.#isVerbatim = true;
  }

  oncdataend(): void {
    this.#isVerbatim = false;
  }

  onclosetag(_: string, isImplied: boolean): void {
    const parser = this.#parser as Parser;
    const path = this.#path;
    if (path === 'note/resource/data') this.#data.push({ start: this.#dataStart, end: parser.startIndex });
    if (path === 'note')
      this.notes.push({
        start: this.#start,
        end: parser.endIndex + 1,
        title: this.#field('note/title'),
        created: this.#field('note/created'),
        data: this.#data,
        isCut: isImplied,
      });
    this.#open.pop();
    if (this.#open.length === 0) this.#isEnded = !isImplied;
  }

  /** It has an end, or a note without one tells that it is cut. */
  get isWhole(): boolean {
    return this.#isEnded || this.notes.at(-1)?.isCut === true;
  }

  /** Of the element at hand, from below the export down. */
  get #path(): string {
    return this.#open.length > 4 ? '' : this.#open.slice(1).join('/');
  }

  #field(path: string): string {
    const text = Buffer.from(this.#fields.get(path) ?? '', 'latin1').toString('utf8');
    return textOf(parseHtml(text, { selfClosing: true, xml: true }))
      .replace(/\s+/g, ' ')
      .trim();
  }
}

const FIELDS: ReadonlySet<string> = new Set(['note/title', 'note/created']);
