import { frontMatter } from '@notes/markdown-blocks';
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node, Scalar } from 'yaml';
import { parseMoment } from '../moment.js';
import { DEFAULT_RULES, type NoteRules } from '../note-rules.js';
import { quote } from '../quote.js';
import { readTags, splitTagText } from '../tags.js';
import { getScalarText, readYaml, type YamlProblem } from './yaml.js';

/** Metadata in the front matter of a file. */
export interface FrontMatterFields {
  readonly title?: string;
  readonly tags: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly created?: number;
  readonly updated?: number;
  /** Keys in lower case whose values cannot be read; of times, the first such keys. */
  readonly unreadable?: readonly string[];
  readonly warnings: readonly string[];
  /** Note id and start of the body in UTF-16 code units, when the front matter contains only what an export writes. */
  readonly exported?: { readonly documentId: string; readonly bodyStart: number };
}

const MAX_ALIASES = 20;

const CREATED = ['created', 'date', 'created_at'] as const;
const UPDATED = ['updated', 'modified', 'updated_at', 'lastmod'] as const;

/** Keys that an export writes for a note without its own front matter. */
const EXPORTED: ReadonlySet<string> = new Set(['id', 'title', 'aliases', 'tags', 'created', 'updated']);

const NO_FIELDS: FrontMatterFields = { tags: [], warnings: [] };

/** Front matter as static site generators write it instead of YAML. */
const TOML = /^\ufeff?\+{3}[ \t]*\r?\n(?:[^\n]*\n)*?\+{3}[ \t]*\r?(?:\n|$)/;
const USE_YAML = 'Convert it to YAML between two lines of ---';

interface FrontMatterOptions {
  /** Rules for tags and note ids; {@link DEFAULT_RULES} when missing. */
  readonly rules?: NoteRules;
  /**
   * For the note's own front matter completed by an export, whose `id` is not a note id: the offset in the body at which
   * the line of the export was removed.
   */
  readonly removedAt?: number;
}

/**
 * Reads the front matter of a body. Invalid parts become warnings, and the text is imported anyway.
 *
 * Only the wanted keys are converted to values, and only scalars and lists of them. Converting a whole hostile document
 * can take time exponential in its size.
 */
export function readFrontMatter(body: string, options: FrontMatterOptions = {}): FrontMatterFields {
  const block = frontMatter(body);
  if (block === null)
    return TOML.test(body) ? reportUnusable({ message: 'TOML is not supported', advice: USE_YAML }) : NO_FIELDS;
  const document = readYaml(body.slice(block.contentStart, block.contentEnd));
  if ('message' in document) {
    const { offset } = document;
    const line = offset === undefined ? undefined : countLines(body, block.contentStart + offset, options);
    return reportUnusable(document, line);
  }
  try {
    return fromDocument(document, block.end, options);
  } catch (error) {
    return reportUnusable(error as Error);
  }
}

/** Returns the number of the line of a file at an offset in its body, from 1. */
function countLines(body: string, offset: number, { removedAt }: FrontMatterOptions): number {
  const removed = removedAt !== undefined && removedAt <= offset ? 1 : 0;
  return body.slice(0, offset).split('\n').length + removed;
}

function reportUnusable({ message, advice }: Omit<YamlProblem, 'offset'>, line?: number): FrontMatterFields {
  const place = line === undefined ? 'front matter' : `front matter, line ${line}`;
  const warning = `${place}: ${message}. It was kept as text, and none of its values (title, tags, dates) was read`;
  return { tags: [], warnings: [advice === undefined ? warning : `${warning}. ${advice}`] };
}

const isBlock = ({ type }: Scalar) => type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;

function fromDocument(
  document: Document,
  bodyStart: number,
  { rules = DEFAULT_RULES, removedAt }: FrontMatterOptions,
): FrontMatterFields {
  if (document.contents === null) return NO_FIELDS;
  if (!isMap(document.contents)) return reportUnusable({ message: 'not a list of keys and values' });
  const fields = new Fields(document, rules);
  for (const { key, value } of document.contents.items) fields.add(key, value);
  const isCompleted = removedAt !== undefined;
  const documentId = isCompleted ? undefined : fields.exportedId();
  const title = fields.title(isCompleted || documentId !== undefined);
  const tags = fields.tags();
  const created = fields.moment(CREATED);
  const updated = fields.moment(UPDATED);
  return {
    ...(title !== undefined && { title }),
    tags,
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(documentId !== undefined && { exported: { documentId, bodyStart } }),
    ...(fields.unreadable.length > 0 && { unreadable: fields.unreadable }),
    warnings: fields.warnings,
  };
}

/** Top-level fields of front matter, converted to the types that notes use. */
class Fields {
  readonly unreadable: string[] = [];
  readonly warnings: string[] = [];
  readonly #document: Document;
  readonly #nodes = new Map<string, unknown>();
  readonly #rules: NoteRules;
  #aliases = 0;

  constructor(document: Document, rules: NoteRules) {
    this.#document = document;
    this.#rules = rules;
  }

  add(key: unknown, value: unknown): void {
    if (isScalar(key) && typeof key.value === 'string') this.#nodes.set(key.value.toLowerCase(), value);
  }

  /**
   * Returns the title. YAML removes spaces around a text without quotation marks. Other white space is part of it, and
   * so is all within quotation marks. Only an export writes a blank title.
   */
  title(isExported: boolean): string | undefined {
    const node = this.#scalarNode('title');
    if (node === undefined || node.value === null) return undefined;
    const written = getScalarText(node);
    const text = isBlock(node) ? written.trim() : written;
    return text.trim() === '' && !isExported ? undefined : text;
  }

  /** Returns the note id that an export wrote; undefined when there is any other key. */
  exportedId(): string | undefined {
    const id = [...this.#nodes.keys()].every((name) => EXPORTED.has(name)) ? this.#scalarNode('id')?.value : undefined;
    return typeof id === 'string' && this.#rules.isNoteId(id) ? id : undefined;
  }

  /** Returns the first valid time under `names`, in milliseconds since the Unix epoch. */
  moment(names: readonly string[]): number | undefined {
    for (const name of names) {
      const node = this.#scalarNode(name);
      if (node === undefined || node.value === null || node.value === '') continue;
      const value = node.value instanceof Date ? getScalarText(node) : node.value;
      const at = parseMoment(value);
      if (at !== undefined) return at;
      this.unreadable.push(name);
      this.warnings.push(`${name}: ${quote(value)} is not a valid date`);
    }
    return undefined;
  }

  tags(): readonly string[] {
    const { tags, warnings } = readTags(
      ['tags', 'tag'].flatMap((key) => this.#tagTexts(key)),
      this.#rules,
    );
    this.warnings.push(...warnings);
    return tags;
  }

  #tagTexts(key: string): string[] {
    const node = this.#resolve(this.#nodes.get(key));
    if (isSeq(node)) return node.items.flatMap((item) => this.#toTagTexts(key, item));
    const single = this.#scalarNode(key);
    return single === undefined || single.value === null ? [] : splitTagText(getScalarText(single));
  }

  #toTagTexts(key: string, item: unknown): string[] {
    const node = this.#resolve(item);
    if (isScalar(node)) return node.value === null ? [] : [getScalarText(node)];
    this.warnings.push(`${key}: ignored a tag that is not text`);
    return [];
  }

  #scalarNode(name: string): Scalar | undefined {
    const node = this.#resolve(this.#nodes.get(name));
    if (node === undefined || isScalar(node)) return node;
    this.unreadable.push(name);
    this.warnings.push(`${name}: ignored because it is not a single value`);
    return undefined;
  }

  #resolve(node: unknown): Node | undefined {
    if (!isAlias(node)) return (node ?? undefined) as Node | undefined;
    this.#aliases += 1;
    if (this.#aliases > MAX_ALIASES) throw new Error(`more than ${MAX_ALIASES} aliases`);
    const target = (node as Alias).resolve(this.#document);
    if (target === undefined) throw new Error(`alias *${(node as Alias).source} has no anchor`);
    return target;
  }
}
