import { createElement, type Element, getText, hasClass, type Node } from '@notes/note-formats/html';

/** A paragraph of Word that is a list item. */
interface WordItem {
  /** Level from 1. */
  readonly level: number;
  readonly isOrdered: boolean;
  readonly content: Node[];
}

const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const MARKER = /mso-list:\s*ignore/i;
const NUMBER = /^\(?(?:\d+|[a-z]{1,4})[.)]/i;

function readItem(paragraph: Element): WordItem | undefined {
  const level = LEVEL.exec(paragraph.attributes.style ?? '')?.[1];
  if (level === undefined || paragraph.name !== 'p') return undefined;
  const { content, marker } = takeMarker(paragraph.children);
  return { level: Number(level), isOrdered: NUMBER.test(marker.trim()), content };
}

/** Separates the bullet or number, which Word writes as text, from the content. */
function takeMarker(nodes: readonly Node[]): { content: Node[]; marker: string } {
  let marker = '';
  const content = nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node];
    if (MARKER.test(node.attributes.style ?? '')) {
      marker ||= getText(node);
      return [];
    }
    const inner = takeMarker(node.children);
    marker ||= inner.marker;
    return [{ ...node, children: inner.content }];
  });
  return { content, marker };
}

const isBlank = (node: Node) => typeof node === 'string' && node.trim() === '';

/** Turns paragraphs that Word draws as list items into lists. */
export function buildWordLists(nodes: readonly Node[]): Node[] {
  const built: Node[] = [];
  let items: WordItem[] = [];
  const flush = () => {
    if (items.length > 0) built.push(...nest(items));
    items = [];
  };
  for (const node of nodes) {
    const item = typeof node === 'string' ? undefined : readItem(node);
    if (item !== undefined) items.push(item);
    else if (!isBlank(node) || items.length === 0) {
      flush();
      built.push(typeof node === 'string' ? node : { ...node, children: buildWordLists(node.children) });
    }
  }
  flush();
  return built;
}

/** Nests items by their levels. A level that is skipped counts as one. */
function nest(items: readonly WordItem[]): Element[] {
  const lists: Element[] = [];
  for (let index = 0; index < items.length; ) {
    const { level, isOrdered, content } = items[index] as WordItem;
    let end = index + 1;
    while (end < items.length && (items[end] as WordItem).level > level) end += 1;
    const item = createElement('li', [...content, ...nest(items.slice(index + 1, end))]);
    const name = isOrdered ? 'ol' : 'ul';
    const last = lists.at(-1);
    if (last?.name === name) last.children.push(item);
    else lists.push(createElement(name, [item]));
    index = end;
  }
  return lists;
}

const TITLES: readonly (readonly [className: string, name: string])[] = [
  ['MsoTitle', 'h1'],
  ['MsoSubtitle', 'h2'],
  ['MsoQuote', 'blockquote'],
  ['MsoIntenseQuote', 'blockquote'],
];

/** Returns the element that a paragraph style of Word means; undefined for other paragraphs. */
export const getWordElement = (paragraph: Element): string | undefined =>
  TITLES.find(([className]) => hasClass(paragraph, className))?.[1];
