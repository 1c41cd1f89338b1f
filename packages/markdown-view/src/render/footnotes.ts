import { element, type SafeNode } from '../nodes.js';

interface Footnote {
  readonly number: number;
  text: readonly SafeNode[] | undefined;
  uses: number;
}

/** Footnotes of a note, numbered in the order of their first reference. */
export class Footnotes {
  readonly #byLabel = new Map<string, Footnote>();
  readonly #all: Footnote[] = [];
  readonly #texts = new Map<string, readonly SafeNode[]>();
  readonly #labels: ReadonlySet<string>;
  readonly #numbers: ReadonlyMap<string, number> | undefined;

  /**
   * @param labels labels of the footnotes that the note defines
   * @param numbers numbers of footnotes that are defined elsewhere
   */
  constructor(labels: ReadonlySet<string>, numbers?: ReadonlyMap<string, number>) {
    this.#labels = labels;
    this.#numbers = numbers;
  }

  /** Returns a reference to a footnote; undefined for a label without a definition. */
  refer(label: string): SafeNode | undefined {
    const number = this.#numbers?.get(label);
    if (number !== undefined) return element('sup', [String(number)]);
    return this.#labels.has(label) ? referenceNode(this.#find(label)) : undefined;
  }

  /** Sets the text of a footnote; the first text of a label wins. */
  define(label: string, text: readonly SafeNode[]): void {
    if (!this.#texts.has(label)) this.#texts.set(label, text);
  }

  /** Adds a footnote that is written where it is referred to, and returns the reference. */
  addInline(text: readonly SafeNode[]): SafeNode {
    return referenceNode(this.#add([element('p', text)]));
  }

  /** Returns the list of footnotes: those with references in their order, then the others; undefined without any. */
  render(): SafeNode | undefined {
    for (const label of this.#texts.keys()) this.#find(label);
    for (const [label, footnote] of this.#byLabel) footnote.text = this.#texts.get(label);
    if (this.#all.length === 0) return undefined;
    return element('section', [element('ol', this.#all.map(itemNode))], {
      class: 'footnotes',
      'data-part': 'footnotes',
    });
  }

  #find(label: string): Footnote {
    const found = this.#byLabel.get(label) ?? this.#add(undefined);
    this.#byLabel.set(label, found);
    return found;
  }

  #add(text: readonly SafeNode[] | undefined): Footnote {
    const added = { number: this.#all.length + 1, text, uses: 0 };
    this.#all.push(added);
    return added;
  }
}

function referenceNode(footnote: Footnote): SafeNode {
  footnote.uses += 1;
  const { number } = footnote;
  const link = element('a', [String(number)], { 'data-kind': 'self', 'data-to': '', 'data-at': `footnote-${number}` });
  return element('sup', [link], { 'data-anchor': getAnchor(footnote, footnote.uses) });
}

/** Returns the anchor of a reference; `use` counts the references of a footnote from 1. */
const getAnchor = ({ number }: Footnote, use: number) => `footnote-reference-${number}${use === 1 ? '' : `-${use}`}`;

/** Returns the text of a footnote, and a link back to each reference at its end. */
function itemNode(footnote: Footnote): SafeNode {
  const { number, text = [], uses } = footnote;
  const links = Array.from({ length: Math.max(1, uses) }, (_, at) => backLinks(footnote, at + 1)).flat();
  const last = text.at(-1);
  const isText = typeof last === 'object' && last.tag === 'p';
  const nodes = isText
    ? [...text.slice(0, -1), { ...last, children: [...last.children, ' ', ...links] }]
    : [...text, ...links];
  return element('li', nodes, { 'data-anchor': `footnote-${number}` });
}

function backLinks(footnote: Footnote, use: number): SafeNode[] {
  const link = element('a', [], {
    'data-part': 'footnote-back',
    'data-kind': 'self',
    'data-to': '',
    'data-at': getAnchor(footnote, use),
  });
  return use === 1 ? [link] : [' ', link, element('sup', [String(use)])];
}
