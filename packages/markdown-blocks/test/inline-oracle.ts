import { createRequire } from 'node:module';
import { micromark } from 'micromark';
import { Definitions } from '../src/inline/definitions.js';
import type { InlineLink } from '../src/inline/inline-link.js';
import { scanInline } from '../src/inline/scan.js';

/* CommonMark examples, and two other implementations to compare with. */

export interface Example {
  number: number;
  section: string;
  markdown: string;
  html: string;
}

interface Token {
  type: string;
  content: string;
}

interface Environment {
  references?: Record<string, { href: string }>;
}

interface Parser {
  parse(markdown: string, environment: Environment): Token[];
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' };

const require = createRequire(import.meta.url);
export const examples: readonly Example[] = require('commonmark-spec').tests;
const parser: Parser = require('markdown-it')('commonmark');

export function scan(text: string, definitions = new Definitions()): InlineLink[] {
  const links: InlineLink[] = [];
  scanInline(text, definitions, (link) => links.push(link));
  return links;
}

export function toDefinitions(destinations: Record<string, string>): Definitions {
  const definitions = new Definitions();
  for (const [label, destination] of Object.entries(destinations)) {
    definitions.add({ label, destination, destinationStart: 0, destinationEnd: destination.length });
  }
  return definitions;
}

/** Returns the source of every piece of inline text in a document, and the destinations it defines. */
export function inlineParts(markdown: string): { texts: string[]; destinations: Record<string, string> } {
  const environment: Environment = {};
  const texts = parser
    .parse(markdown, environment)
    .flatMap(({ type, content }) => (type === 'inline' ? [content] : []));
  const references = Object.entries(environment.references ?? {});
  return { texts, destinations: Object.fromEntries(references.map(([label, { href }]) => [label, href])) };
}

/** Returns the addresses of links and images in HTML, in order. */
export function htmlAddresses(html: string): string[] {
  return Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address]) =>
    plainAddress(address!.replace(/&\w+;/g, (entity) => CHARACTERS[entity] ?? entity)),
  );
}

/**
 * Returns the addresses that another implementation finds in a paragraph followed by the definitions of `destinations`.
 */
export function otherAddresses(paragraph: string, destinations: Record<string, string>): string[] {
  const definitions = Object.entries(destinations).map(([label, destination]) => `[${label}]: ${destination}\n`);
  return htmlAddresses(micromark(`${paragraph}\n\n${definitions.join('')}`, { allowDangerousProtocol: true }));
}

/** Returns the whole address of a link, percent-encoded or not. */
export function getAddress({ target, anchor }: InlineLink): string {
  return plainAddress(anchor === null ? target : `${target}#${anchor}`);
}

/** Decodes the percent escapes of an address that are UTF-8. */
export function plainAddress(address: string): string {
  return address.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
