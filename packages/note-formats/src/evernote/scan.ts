import { Parser } from 'htmlparser2';
import { getText, parseHtml } from '../html/tree.js';
import { SourceError } from '../source-error.js';
import type { Span } from './span.js';

/** Position of a note in its export, and the facts by which other notes may refer to it. */
export interface NoteSpan extends Span {
  readonly title: string;
  /** Creation time as written. */
  readonly created: string;
  /** GUID in lower case; empty when the export has none. */
  readonly guid: string;
  /** Positions of the Base64 data of its files, in order. */
  readonly data: readonly Span[];
  /** True when the export ends within the note. */
  readonly isCut: boolean;
}

/** Most bytes without a complete token. A file beyond that is not an ENEX export. */
const MAX_UNENDED_BYTES = 128 * 1024 * 1024;
const MAX_FIELD_LENGTH = 16_384;
/** Deepest nesting. The parser slows down with depth, and an export nests only five levels. */
const MAX_DEPTH = 512;

/**
 * Finds the notes of an ENEX export without keeping its content. Returns none when the signal is aborted. Bytes are
 * decoded as Latin-1, so that positions in the text are byte offsets.
 *
 * @throws ServiceError when the file is not a valid export
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
    // Spaces replace the byte order mark, so that offsets stay the same.
    parser.write((marked ? '   ' : '') + piece.toString('latin1', marked ? BYTE_ORDER_MARK.length : 0));
    length += piece.length;
    if (length - parser.endIndex > MAX_UNENDED_BYTES) throw new SourceError('damaged', name);
  }
  parser.end();
  if (!scan.isWhole) throw new SourceError('damaged', name);
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

  /**
   * Refuses a document type declaration with an internal subset or entities. A reference to an external one is allowed.
   */
  onprocessinginstruction(_: string, text: string): void {
    if (text.startsWith('!') && /\[|entity/i.test(text)) throw new SourceError('entities', this.#name);
  }

  onopentag(name: string): void {
    const parser = this.#parser as Parser;
    if (this.#open.length >= MAX_DEPTH) throw new SourceError('too_deep', this.#name);
    this.#open.push(name);
    const path = this.#path;
    if (this.#open.length === 1 && name !== 'en-export') throw new SourceError('damaged', this.#name);
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
        guid: this.#field('note/guid').toLowerCase(),
        data: this.#data,
        isCut: isImplied,
      });
    this.#open.pop();
    if (this.#open.length === 0) this.#isEnded = !isImplied;
  }

  /** True when the export ends properly or within a note. */
  get isWhole(): boolean {
    return this.#isEnded || this.notes.at(-1)?.isCut === true;
  }

  /** Path of the current element below the root. */
  get #path(): string {
    return this.#open.length > 4 ? '' : this.#open.slice(1).join('/');
  }

  #field(path: string): string {
    const text = Buffer.from(this.#fields.get(path) ?? '', 'latin1').toString('utf8');
    return getText(parseHtml(text, { selfClosing: true, xml: true }))
      .replace(/\s+/g, ' ')
      .trim();
  }
}

const FIELDS: ReadonlySet<string> = new Set(['note/title', 'note/created', 'note/guid']);
