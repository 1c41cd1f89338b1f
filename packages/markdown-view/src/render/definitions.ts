import type { TreeCursor } from '@lezer/common';
import { normalizeLinkLabel, unescapeMarkdown } from '@notes/markdown-blocks';
import { eachChild } from './walk.js';

export interface Destination {
  readonly address: string;
  readonly title: string | undefined;
}

/** Units of addresses and titles that references may expand to beyond one use of each, so that the output stays bounded. */
const REPEATED_UNITS = 1_000_000;
const MAX_LABEL_LENGTH = 999;

/** Link reference definitions of a note. */
export class Definitions {
  readonly #byLabel = new Map<string, Destination>();
  #units = REPEATED_UNITS;

  /** Adds a definition; the first one of a label wins. */
  add(label: string, destination: Destination): void {
    const key = normalizeLinkLabel(label);
    if (this.#byLabel.has(key)) return;
    this.#byLabel.set(key, destination);
    this.#units += countUnits(destination);
  }

  get(label: string): Destination | undefined {
    if (label.length > MAX_LABEL_LENGTH) return undefined;
    const found = this.#byLabel.get(normalizeLinkLabel(label));
    if (found === undefined || countUnits(found) > this.#units) return undefined;
    this.#units -= countUnits(found);
    return found;
  }
}

const countUnits = ({ address, title = '' }: Destination): number => address.length + title.length;

/** Adds the definition of a LinkReference node. */
export function addDefinition(cursor: TreeCursor, source: string, definitions: Definitions): void {
  const parts: Record<string, string> = {};
  eachChild(cursor, (child) => {
    parts[child.name] = source.slice(child.from, child.to);
  });
  const { LinkLabel = '', URL = '' } = parts;
  definitions.add(LinkLabel.slice(1, -1), { address: parseAddress(URL), title: parseTitle(parts.LinkTitle) });
}

/** Returns an address without enclosing `<>`, with escapes resolved. */
export const parseAddress = (written: string): string =>
  unescapeMarkdown(written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written);

export const parseTitle = (written: string | undefined): string | undefined =>
  written === undefined ? undefined : unescapeMarkdown(written.slice(1, -1));
