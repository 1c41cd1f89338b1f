import type { Output } from '@notes/contract';

export type LinkEntry = Output<'listDocumentLinks'>['outgoing'][number];

/** Targets of the links of a note, by their source text. */
export type LinkTable = ReadonlyMap<string, LinkEntry>;

export const linkTable = (entries: readonly LinkEntry[]): LinkTable =>
  new Map(entries.map((entry) => [linkKey(entry.target, entry.anchor), entry]));

/** Returns the key of a link in a table. */
export const linkKey = (target: string, anchor: string | null | undefined): string => `${target}#${anchor ?? ''}`;
