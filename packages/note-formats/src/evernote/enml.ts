import { createElement, type Element, getText, getTextLine, type Node, rewrite } from '../html/tree.js';
import type { Task } from './tasks.js';

/** Link to another note. */
export interface NoteLink {
  /** Text of the link, which is the title of the note unless either was changed. */
  readonly title: string;
  /** GUID of the note in the address; undefined when the address has none. */
  readonly guid: string | undefined;
}

export type NoteTarget = (link: NoteLink) => string | undefined;

/** Resolvers for the references in the text of a note. */
export interface EnmlContext {
  /** Finds the file with an MD5 digest, which identifies files in the text. */
  readonly findMedia: (md5: string) => { readonly target: string; readonly filename: string } | undefined;
  /** Returns the target of a link to another note; undefined when it is unknown. */
  readonly noteTarget: NoteTarget;
  /** Returns the tasks of a task group shown in the text. */
  readonly tasks: (group: string) => readonly Task[];
  readonly warn: (message: string) => void;
}

/** Converts ENML to HTML. */
export function toHtml(note: Element, context: EnmlContext): Element {
  return rewrite(note, (found) => {
    const rule = RULES.get(found.name);
    return rule?.(found, context) ?? convertByStyle(found, context);
  });
}

type Rule = (found: Element, context: EnmlContext) => Node[] | undefined;

const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    'en-todo': ({ attributes, children }) => [box(attributes.checked === 'true'), ...children],
    'en-media': convertMedia,
    'en-crypt': convertEncrypted,
    a: convertLink,
    li: ({ attributes, children, name }) => {
      const checked = /--en-checked:\s*(true|false)/i.exec(attributes.style ?? '')?.[1];
      return checked === undefined ? undefined : [createElement(name, [box(checked === 'true'), ...children])];
    },
  }),
);

const box = (isDone: boolean) => createElement('input', [], { type: 'checkbox', ...(isDone && { checked: '' }) });

function convertMedia({ attributes, children }: Element, { findMedia: find, warn }: EnmlContext): Node[] {
  const { hash = '', type = '', alt = '' } = attributes;
  const found = find(hash.toLowerCase());
  if (found === undefined) {
    warn(`a file of type ${type || 'unknown'} is missing in the export (MD5 ${hash || 'unknown'})`);
    return [createElement('i', ['(a file that is not in the export)']), ...children];
  }
  const { target, filename } = found;
  const isImage = type.toLowerCase().startsWith('image/');
  const shown = isImage
    ? createElement('img', [], { src: target, alt: alt || filename })
    : createElement('a', [filename], { href: target });
  return [shown, ...children];
}

/** Keeps encrypted text, which the owner can still decrypt with its passphrase. */
function convertEncrypted(found: Element, { warn }: EnmlContext): Node[] {
  const { cipher = 'RC2', length = '64', hint = '' } = found.attributes;
  warn('it has encrypted text, which is imported unchanged');
  const about = [`Encrypted by Evernote (${cipher}, ${length} bits`, hint === '' ? '' : `, hint: ${hint}`, '):'];
  return [createElement('p', [about.join('')]), createElement('pre', [getText(found).trim()])];
}

const NOTE_LINK = /^evernote:\/\/\/view\/|^https?:\/\/(?:www|app|share)\.evernote\.com\/(?:shard\/[^/]+\/nl\/|note\/)/i;

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function convertLink(found: Element, { noteTarget }: EnmlContext): Node[] | undefined {
  const address = found.attributes.href ?? '';
  if (!NOTE_LINK.test(address)) return undefined;
  const href = noteTarget({ title: getTextLine(found), guid: GUID.exec(address)?.[0].toLowerCase() });
  return href === undefined ? undefined : [createElement('a', found.children, { href })];
}

const CODE = /-en-codeblock:\s*true/i;
const LANGUAGE = /--en-(?:codeblock|syntax)language:\s*([\w+#.-]+)\s*(?:;|$)/i;
const GROUP = /--en-task-group:\s*true/i;
const GROUP_ID = /--en-id:\s*([\w-]+)/i;
const MARKS: readonly (readonly [name: string, style: RegExp])[] = [
  ['mark', /-(?:en|evernote)-highlight:\s*(?!none|false)\w/i],
  ['b', /font-weight:\s*(?:bold|[6-9]00)/i],
  ['i', /font-style:\s*italic/i],
  ['s', /text-decoration(?:-line)?:[^;]*line-through/i],
];

function convertByStyle({ name, attributes, children }: Element, { tasks }: EnmlContext): Node[] | undefined {
  const style = attributes.style ?? '';
  if (style === '') return undefined;
  if (CODE.test(style)) return [codeBlock(children, LANGUAGE.exec(style)?.[1])];
  if (GROUP.test(style)) return [taskList(tasks(GROUP_ID.exec(style)?.[1] ?? ''))];
  if (name !== 'span' && name !== 'font') return undefined;
  const marks = MARKS.filter(([, is]) => is.test(style));
  return marks.length === 0
    ? undefined
    : marks.reduce<Node[]>((inner, [mark]) => [createElement(mark, inner)], children);
}

const codeBlock = (children: Node[], language: string | undefined) =>
  createElement(
    'pre',
    children,
    language === undefined || language === 'plaintext' ? {} : { class: `language-${language}` },
  );

/** Returns tasks as a list with boxes and due dates. */
export function taskList(tasks: readonly Task[]): Element {
  const items = tasks.map(({ title, isDone, due }) => {
    const text = due === undefined ? title : `${title} 📅 ${due}`;
    return createElement('li', [box(isDone), text]);
  });
  return createElement('ul', items);
}
