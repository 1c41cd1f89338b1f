/** What the service understands of a note's text, stored with it. Offsets are in UTF-8 bytes; lines and columns count from 1. */

/**
 * Bits of `features`. `unparsed`: the text was not looked at, so nothing is known of it. `partly-read`: it has more links,
 * tasks, blocks or headings than are looked at.
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

/** The condition that a note has a feature, in the words of the indexes that are made of it. */
export const has = (feature: keyof typeof FEATURES) => `features & ${FEATURES[feature]}`;

/** The condition that a note may have more than is known of it, in the words of the index that is made of it. */
export const NOT_READ_IN_FULL = `features & ${FEATURES.unparsed | FEATURES['partly-read']}`;

/** As numbered in the library: only ever added to. */
export const LINK_KINDS = ['wikilink', 'embed', 'link', 'image', 'autolink'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** As numbered in the library: only ever added to. */
export const LINK_STATES = ['unresolved', 'resolved', 'ambiguous', 'external', 'invalid'] as const;
export type LinkState = (typeof LINK_STATES)[number];
export const linkState = (name: LinkState) => LINK_STATES.indexOf(name);

/** What a link's target means. A `title` may have folders before it, and be a file's name. */
export type LinkReference =
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'document' | 'resource'; readonly id: string }
  | { readonly type: 'self' | 'external' | 'invalid' };

export interface NewLink {
  readonly kind: LinkKind;
  readonly line: number;
  readonly column: number;
  readonly startByte: number;
  readonly endByte: number;
  /** As written. */
  readonly target: string;
  readonly anchor: string | null;
  /** As shown. */
  readonly text: string;
  readonly reference: LinkReference;
}

export interface NewTask {
  readonly text: string;
  readonly done: boolean;
  readonly line: number;
  /** `^marker` where its author gave it one. */
  readonly blockId: string;
  /** `YYYY-MM-DD` */
  readonly due: string | null;
}

export interface TaskCounts {
  readonly open: number;
  readonly done: number;
}

export interface Derived {
  /** In the order of the text. */
  readonly links: readonly NewLink[];
  /** Ids of attachments the text shows without a link; where `links` does not hold all links, of all it may name. */
  readonly resources?: readonly string[];
  /** In the order of the text. */
  readonly tasks: readonly NewTask[];
  /** How many tasks the text has, where `tasks` does not hold all of them. */
  readonly taskCounts?: TaskCounts;
  /** Of {@link FEATURES}. */
  readonly features: number;
}

/** Of a text without links, tasks or anything else. */
export const NO_DERIVED: Derived = { links: [], tasks: [], features: 0 };
