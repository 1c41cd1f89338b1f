import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { renderNote, type SafeNode } from '../src/index.js';

interface Example {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

const require = createRequire(import.meta.url);
const examples: readonly Example[] = require('commonmark-spec').tests;

/** Numbers from `from` to `to`, inclusive. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Examples that are rendered differently, by reason. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  'raw HTML is reduced to a closed list of elements': [
    ...[21, 31, ...range(148, 167), ...range(169, 191), 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536],
    ...[613, 614, 615, 616, 617, 623, ...range(625, 631), 642, 643],
  ],
  'two brackets make a wikilink': [548, 559, 590],
  'an address needs no marks to be a link': [602, 608, 611, 612],
  'an address is given to the browser as it reads it': [20, 501, 597, 603],
  'an address of an unknown scheme leads nowhere': [596, 598, 599, 601],
  'an empty address leads nowhere': [200, 485, 486, 487, 567],
  'rare entities are shown as written': [25],
  'the parser reads it in another way': [112, 523, 545, 569, 571],
};

const renderNodes = (markdown: string): SafeNode[] =>
  renderNote(markdown).map(({ json }) => JSON.parse(json) as SafeNode);

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const IMAGES = new Set(['image', 'remote-image', 'embed']);

/** Returns the HTML of nodes, with the address of a link where CommonMark has it. */
function html(node: SafeNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes, children } = node;
  const kept = Object.entries(toHtmlAttributes(node)).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const inner = children.map(html).join('');
  if (IMAGES.has(attributes['data-part'] ?? '')) return `<img${kept.join('')} />`;
  return tag === 'hr' || tag === 'br' ? `<${tag} />` : `<${tag}${kept.join('')}>${inner}</${tag}>`;
}

function toHtmlAttributes(node: Exclude<SafeNode, string>): Record<string, string> {
  const { tag, attributes } = node;
  const address = attributes.href ?? attributes['data-to'];
  const at = attributes['data-at'];
  const whole = address === undefined || at === undefined ? address : `${address}#${at}`;
  return {
    ...(tag === 'a' && { href: whole ?? '' }),
    ...(tag === 'span' && whole !== undefined && { src: whole }),
    ...(attributes.alt !== undefined && { alt: attributes.alt }),
    ...(attributes.title !== undefined && { title: attributes.title }),
    ...(tag === 'ol' && attributes.start !== undefined && { start: attributes.start }),
    ...(attributes['data-language'] !== undefined && { class: `language-${attributes['data-language']}` }),
  };
}

/** Normalises HTML for comparison. */
function normal(text: string): string {
  return text
    .replace(/>\s+/g, '>')
    .replace(/\s+</g, '<')
    .replace(/(href|src)="([^"]*)"/g, (_, name: string, address: string) => `${name}="${decodeAddress(address)}"`)
    .replaceAll('&quot;', '"')
    .trim();
}

function decodeAddress(address: string): string {
  try {
    return decodeURI(address).replace(/\/$/, '');
  } catch {
    return address;
  }
}

const passes = ({ markdown, html: expected }: Example) =>
  normal(renderNodes(markdown.replaceAll('→', '\t')).map(html).join('')) === normal(expected.replaceAll('→', '\t'));

describe('renderNote renders the CommonMark examples like the specification', () => {
  test('except the recorded differences', () => {
    const different = examples.filter((example) => !passes(example)).map(({ number }) => number);
    expect(different).toEqual(
      Object.values(DIFFERENT)
        .flat()
        .sort((a, b) => a - b),
    );
  });
});
