import type { ChangeDesc } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { normalizeLinkLabel } from '@notes/markdown-blocks';

/** Numbers of footnotes, and definitions of links. */
export interface IndexedNote {
  /** Numbers of the footnotes with a label and a text, as the reading view counts them. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Numbers of the footnotes that are written in place, in the order of their offsets. */
  readonly inPlace: readonly { readonly at: number; readonly number: number }[];
  /** Definitions of links as written, by normalised label. */
  readonly definitions: ReadonlyMap<string, string>;
}

export const EMPTY_INDEX: IndexedNote = { numbers: new Map(), inPlace: [], definitions: new Map() };

/** Matches the marks of footnotes, and the label that begins a line. */
const MARK = /\[\^([^[\]\s]{1,200})\]|\^\[|^[ \t>]*\[[^[\]\n]{1,999}\]:/gm;
/** Matches the text on which the meaning of marks depends. */
const MARKS = /\[\^[^[\]\s]{1,200}\]:?|\^\[|^[ \t>]*\[[^[\]\n]{1,999}\]:.*|`{3,}|~{3,}|%%|<!--|-->/gm;
const REFERENCE = /\[\^([^[\]\s]{1,200})\]/g;
const LABEL = /\[([^[\]\n]{1,999})\]/g;
/** Largest length in characters of the definitions of one part of a note. */
const MAX_DEFINITIONS_LENGTH = 20_000;

/** Lists the marks of a text; an index changes only with them. */
export const listMarks = (text: string): string => (text.match(MARKS) ?? []).join('\n');

/**
 * Indexes a note.
 *
 * @param isHidden returns true for an offset in a comment
 */
export function indexNote(text: string, tree: Tree, isHidden: (at: number) => boolean): IndexedNote {
  const references: { readonly at: number; readonly label: string | undefined }[] = [];
  const labels = new Set<string>();
  const definitions = new Map<string, string>();
  for (const { 0: mark, 1: label, index } of text.matchAll(MARK)) {
    const at = label === undefined && mark !== '^[' ? index + mark.indexOf('[') : index;
    if (isHidden(at)) continue;
    const { name, from, to } = findNode(tree, at);
    if (name === 'FootnoteLabel') labels.add(label ?? text.slice(from + '[^'.length, to - ']:'.length));
    else if (name === 'FootnoteReference') references.push({ at, label });
    else if (name === 'InlineFootnote') references.push({ at, label: undefined });
    else if (name === 'LinkReference') addDefinition(definitions, text.slice(from, to));
  }
  if (references.length + labels.size + definitions.size === 0) return EMPTY_INDEX;
  return { definitions, ...countFootnotes(references, labels) };
}

const NODES = /^(?:FootnoteLabel|FootnoteReference|InlineFootnote|LinkReference)$/;

/** Finds the node of a mark. */
function findNode(tree: Tree, at: number): SyntaxNode {
  let node = tree.resolveInner(at, 1);
  while (node.parent !== null && !NODES.test(node.name)) node = node.parent;
  return node;
}

function addDefinition(definitions: Map<string, string>, written: string): void {
  const label = normalizeLinkLabel(/^\[([^\]]*)\]/.exec(written)?.[1] ?? '');
  if (label !== '' && !definitions.has(label)) definitions.set(label, written);
}

/** Counts footnotes in the order of their first reference, then those without one. */
function countFootnotes(
  references: readonly { readonly at: number; readonly label: string | undefined }[],
  labels: ReadonlySet<string>,
): Pick<IndexedNote, 'numbers' | 'inPlace'> {
  const numbers = new Map<string, number>();
  const inPlace: { at: number; number: number }[] = [];
  const next = () => numbers.size + inPlace.length + 1;
  for (const { at, label } of references) {
    if (label === undefined) inPlace.push({ at, number: next() });
    else if (labels.has(label) && !numbers.has(label)) numbers.set(label, next());
  }
  for (const label of labels) if (!numbers.has(label)) numbers.set(label, next());
  return { numbers, inPlace };
}

/** Moves the offsets of an index with a change of the note. */
export const mapIndex = (index: IndexedNote, changes: ChangeDesc): IndexedNote =>
  index.inPlace.length === 0
    ? index
    : { ...index, inPlace: index.inPlace.map(({ at, number }) => ({ at: changes.mapPos(at, 1), number })) };

/** Returns the numbers of the footnotes that a part of a note refers to. */
export function selectNumbers({ numbers }: IndexedNote, source: string): ReadonlyMap<string, number> {
  const selected = new Map<string, number>();
  for (const { 1: label = '' } of source.matchAll(REFERENCE)) {
    const number = numbers.get(label);
    if (number !== undefined) selected.set(label, number);
  }
  return selected;
}

/** Returns the definitions of the links in a part of a note, to be rendered with it. */
export function selectDefinitions({ definitions }: IndexedNote, source: string): string {
  if (definitions.size === 0) return '';
  const selected = new Set<string>();
  for (const { 1: label = '' } of source.matchAll(LABEL)) {
    const found = definitions.get(normalizeLinkLabel(label));
    if (found !== undefined) selected.add(found);
  }
  const text = [...selected].map((definition) => `\n\n${definition}`).join('');
  return text.length <= MAX_DEFINITIONS_LENGTH ? text : '';
}
