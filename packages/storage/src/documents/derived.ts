/**
 * Data that the service derives from a note's text and stores with it. Offsets are in UTF-8 bytes; lines and columns
 * count from 1.
 */

/**
 * Bits of `features`. `unparsed`: the text was not parsed, so nothing is known about it. `partly-read`: the text has
 * more links, tasks, blocks or headings than are parsed.
 */
export const FEATURES = {
  link: 1,
  image: 2,
  task: 4,
  'open-task': 8,
  'remote-media': 16,
  code: 32,
  template: 64,
  query: 128,
  'partly-read': 256,
  unparsed: 512,
} as const;

/**
 * Bit of `features` beside {@link FEATURES}: tags, notebook, Trash state or times of the note changed after its current
 * revision became current. A new revision clears it.
 */
export const AMENDED = 1024;

/** Link kinds; the index of each is stored in the library, so kinds are only appended. */
export const LINK_KINDS = ['wikilink', 'embed', 'link', 'image', 'autolink'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Link states; the index of each is stored in the library, so states are only appended. */
export const LINK_STATES = ['unresolved', 'resolved', 'ambiguous', 'external', 'invalid'] as const;
export type LinkState = (typeof LINK_STATES)[number];
/** Returns the number under which the library stores a link state. */
export const linkState = (name: LinkState) => LINK_STATES.indexOf(name);

/** Parsed target of a link. A `title` may have folders before it, and may be a file name. */
export type LinkReference =
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'document' | 'resource'; readonly id: string }
  | { readonly type: 'self' | 'external' | 'invalid' };

/** Link found in a text. Offsets in UTF-8 bytes; line and column count from 1. */
export interface NewLink {
  readonly kind: LinkKind;
  readonly line: number;
  readonly column: number;
  readonly startByte: number;
  readonly endByte: number;
  /** Target as written. */
  readonly target: string;
  readonly anchor: string | null;
  /** Displayed text. */
  readonly text: string;
  readonly reference: LinkReference;
}

/** Task found in a text; lines count from 1. */
export interface NewTask {
  readonly text: string;
  readonly done: boolean;
  readonly line: number;
  /** `^marker` when the author wrote one. */
  readonly blockId: string;
  /** `YYYY-MM-DD` */
  readonly due: string | null;
}

/** Numbers of tasks by state. */
export interface TaskCounts {
  readonly open: number;
  readonly done: number;
}

/** Data derived from one text. */
export interface Derived {
  /** Links in text order. */
  readonly links: readonly NewLink[];
  /**
   * Ids of attachments that the text embeds without a link. When `links` is incomplete: ids of all attachments that the
   * text may refer to.
   */
  readonly resources?: readonly string[];
  /** Tasks in text order. */
  readonly tasks: readonly NewTask[];
  /** Number of tasks in the text; present when `tasks` is incomplete. */
  readonly taskCounts?: TaskCounts;
  /** Bit set of {@link FEATURES}. */
  readonly features: number;
  /** Text for the full-text index, made by `toIndexableText`. Computed at the write when absent. */
  readonly indexed?: string;
}

/** Derived data of a text without links, tasks or features. */
export const NO_DERIVED: Derived = { links: [], tasks: [], features: 0 };
