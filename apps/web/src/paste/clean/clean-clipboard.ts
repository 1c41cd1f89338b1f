import {
  createElement,
  type Element,
  getText,
  hasClass,
  type Node,
  rewrite,
  walkElements,
} from '@notes/note-formats/html';
import { isMonospaced, markByStyle, readStyle } from './style.js';
import { tidyTable, withoutBold } from './tables.js';
import { buildWordLists, getWordElement } from './word-lists.js';

/** Program that wrote the clipboard, as far as its HTML has to be read in a special way. */
interface Origin {
  readonly isWord: boolean;
  readonly isDocs: boolean;
  readonly isNotion: boolean;
  readonly isMail: boolean;
}

function findOrigin(html: string): Origin {
  return {
    isWord: /urn:schemas-microsoft-com:office:word|class="?Mso/i.test(html),
    isDocs: html.includes('docs-internal-guid'),
    isNotion: /notion/i.test(html.slice(0, START)),
    isMail: /class="?gmail_/.test(html),
  };
}

/** Length of the beginning that is searched for the name of a program. */
const START = 20_000;

/** The HTML of a clipboard, rewritten so that its elements mean what they look like. */
export interface CleanPage {
  readonly root: Element;
  /** True when each `div` is a line of text. */
  readonly divsAreLines: boolean;
}

/** Rewrites the HTML that programs put on the clipboard. Styles become elements, and decoration is left out. */
export function cleanClipboard(root: Element, html: string): CleanPage {
  const origin = findOrigin(html);
  const isSpecial = origin.isWord || origin.isDocs;
  const listed = origin.isWord ? { ...root, children: buildWordLists(root.children) } : root;
  const page = rewrite(listed, (found) => {
    if (isDecoration(found)) return [];
    const clean = RULES[found.name]?.(found, origin);
    if (clean !== undefined) return clean;
    if (found.name === 'span' || found.name === 'font') return markByStyle(found, { hasHighlights: isSpecial });
    return joinLists(found);
  });
  return { root: joinLists(page)?.[0] ?? page, divsAreLines: origin.isMail };
}

/** Joins neighbouring bulleted lists, into which programs divide a list. Returns undefined when there are none. */
function joinLists(found: Element): [Element] | undefined {
  const joined: Node[] = [];
  let blanks: Node[] = [];
  for (const node of found.children) {
    const last = joined.at(-1);
    const isJoined = isBulletedList(node) && last !== undefined && isBulletedList(last);
    if (typeof node === 'string' && node.trim() === '') blanks.push(node);
    else {
      if (isJoined) joined[joined.length - 1] = { ...last, children: [...last.children, ...node.children] };
      else joined.push(...blanks, node);
      blanks = [];
    }
  }
  const isShorter = joined.length + blanks.length < found.children.length;
  return isShorter ? [{ ...found, children: [...joined, ...blanks] }] : undefined;
}

const isBulletedList = (node: Node): node is Element => typeof node !== 'string' && node.name === 'ul';

/** Returns true when the clipboard is the text of a code editor: one block in a font for code that keeps its spaces. */
export function isCodeEditor(root: Element): boolean {
  for (const found of walkElements(root)) {
    if (found.name === 'pre') return false;
    const style = readStyle(found);
    if (/^pre/.test(style.get('white-space') ?? '') && isMonospaced(style)) return true;
  }
  return false;
}

const HIDDEN_CLASSES = ['mw-editsection', 'noprint', 'reference', 'sr-only', 'Apple-interchange-newline', 'blob-num'];

/** Returns true for what a person would not copy: hidden parts, marks of references and tools of a page. */
function isDecoration(found: Element): boolean {
  const { name, attributes } = found;
  const isHiddenAnchor = name === 'a' && attributes['aria-hidden'] === 'true';
  return (
    isHiddenAnchor ||
    hasClass(found, 'anchor') ||
    ['clipboard-copy', 'svg', 'o:p'].includes(name) ||
    readStyle(found).get('display') === 'none' ||
    HIDDEN_CLASSES.some((hiddenClass) => hasClass(found, hiddenClass))
  );
}

type Rule = (found: Element, origin: Origin) => Node[] | undefined;

const heading: Rule = (found) => [{ ...found, children: withoutBold(found) }];
const bold: Rule = (found) =>
  /^(?:normal|[1-5]00)/.test(readStyle(found).get('font-weight') ?? '') ? found.children : undefined;
const italic: Rule = (found) => (readStyle(found).get('font-style') === 'normal' ? found.children : undefined);

const RULES: Readonly<Record<string, Rule>> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  b: bold,
  strong: bold,
  i: italic,
  em: italic,
  a: (found) => [{ ...found, attributes: { ...found.attributes, href: unwrapAddress(found.attributes.href ?? '') } }],
  aside: (found, { isNotion }) =>
    isNotion ? [createElement('blockquote', found.children, { 'data-callout': 'note' })] : undefined,
  details: ({ children }, { isNotion }) => (isNotion ? children : undefined),
  div: (found) => toTaskBox(found) ?? addLanguage(found),
  li: (found) => cleanItem(found),
  p: (found, { isWord }) => {
    const name = isWord ? getWordElement(found) : undefined;
    if (name !== undefined) return [createElement(name, found.children)];
    return getText(found).trim() === '' && !hasImage(found) ? [] : undefined;
  },
  pre: (found) => {
    const code = [...walkElements(found)].find(({ name }) => name === 'code');
    return code === undefined ? undefined : [{ ...found, children: [code] }];
  },
  summary: (found, { isNotion }) => (isNotion ? [createElement('p', found.children)] : undefined),
  table: (found) => [tidyTable(found)],
};

const hasImage = (found: Element) => [...walkElements(found)].some(({ name }) => name === 'img' || name === 'input');

/** Returns the address behind a redirect of Google. */
function unwrapAddress(address: string): string {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(address)) return address;
  return new URL(address).searchParams.get('q') ?? address;
}

const createBox = (isDone: boolean): Element =>
  createElement('input', [], { type: 'checkbox', ...(isDone && { checked: '' }) });

/** Returns the checkbox that Notion draws with an element. */
function toTaskBox(found: Element): Node[] | undefined {
  if (!hasClass(found, 'checkbox')) return undefined;
  return [createBox(hasClass(found, 'checkbox-on'))];
}

/** Moves the language of highlighted code from the element around it to the code. */
function addLanguage(found: Element): Node[] | undefined {
  const language = /\bhighlight-(?:source|text)-([\w-]+)/.exec(found.attributes.class ?? '')?.[1];
  if (language === undefined) return undefined;
  const short = LANGUAGES[language] ?? language.split('-')[0];
  return found.children.map((child) =>
    typeof child !== 'string' && child.name === 'pre'
      ? { ...child, attributes: { ...child.attributes, class: `language-${short}` } }
      : child,
  );
}

/** Names of languages that differ from those in classes. */
const LANGUAGES: Readonly<Record<string, string>> = { 'html-basic': 'html', shell: 'sh', 'c++': 'cpp' };

const TEXT_BOX = /^\s*\[( |x|X)?\]\s+/;

/** Gives an item of a task list its checkbox, however it is drawn. */
function cleanItem(item: Element): Node[] | undefined {
  const { attributes, children } = item;
  const state = attributes['aria-checked'] ?? attributes['data-checked'];
  if (attributes.role === 'checkbox' || state === 'true' || state === 'false') {
    const content = children.filter((node) => typeof node === 'string' || node.name !== 'img');
    return [{ ...item, children: [createBox(state === 'true'), ...joinFirstParagraph(content)] }];
  }
  const [first, ...rest] = children;
  const box = typeof first === 'string' ? TEXT_BOX.exec(first) : null;
  if (box === null) return undefined;
  const text = (first as string).slice(box[0].length);
  return [{ ...item, children: [createBox(/x/i.test(box[1] ?? '')), text, ...rest] }];
}

/** Replaces a first paragraph by its content, so that it stands beside the checkbox. */
function joinFirstParagraph(nodes: readonly Node[]): Node[] {
  const index = nodes.findIndex((node) => typeof node !== 'string' || node.trim() !== '');
  const first = nodes[index];
  if (first === undefined || typeof first === 'string' || first.name !== 'p') return [...nodes];
  return [...first.children, ...nodes.slice(index + 1)];
}
