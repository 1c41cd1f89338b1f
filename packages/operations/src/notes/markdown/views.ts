import {
  BOUNDS,
  classifyTarget,
  type Link,
  type MarkdownNote,
  parseMarkdown,
  parseTemplate,
  type Task,
} from '@notes/markdown-blocks';
import { type Derived, FEATURES, type NewLink, type NewTask, toIndexableText } from '@notes/storage';
import { sha256 } from '../../platform/sha256.js';
import { findResourceIds } from './named-resources.js';

/** A body to parse, and the id of the library for its stable links. */
export interface Markdown {
  readonly body: string;
  readonly databaseId: string;
}

const derive = (note: MarkdownNote, { body, databaseId }: Markdown): Derived => ({
  links: note.links.map((link) => storedLink(link, databaseId)),
  resources: note.truncated.has('links') ? findResourceIds(body) : note.htmlResources,
  tasks: note.tasks.map(storedTask),
  taskCounts: note.taskCounts,
  features: featureBits(note),
});

/** Views of a parsed body. Each result can be transferred between threads. */
export const views = {
  /** Facts that the library stores with the body. */
  derived: derive,
  /**
   * Adds the text for the full-text index to `derived`. Extracting it from a long body would block the writing thread.
   */
  indexed: (note: MarkdownNote, markdown: Markdown): Derived => ({
    ...derive(note, markdown),
    indexed: toIndexableText(markdown.body),
  }),
  outline: ({ headings, truncated }: MarkdownNote) => ({ headings, truncated: truncated.has('headings') }),
  blocks: ({ blocks, anchors, truncated }: MarkdownNote) => ({ blocks, anchors, truncated: truncated.has('blocks') }),
  /** Anchors that links can name, and whether the list is complete. */
  anchors: ({ anchors, truncated }: MarkdownNote) => ({
    anchors,
    complete: !truncated.has('blocks') && !truncated.has('headings'),
  }),
  /** Remote media with long addresses cut, and whether the list is truncated. */
  remoteMedia: (note: MarkdownNote) => ({
    media: note.remoteMedia.map((each) => ({ ...each, url: clip(each.url) })),
    truncated: isMediaTruncated(note),
  }),
  /** Links with long targets cut and with the positions of the targets, and whether the list is truncated. */
  targets: ({ links, truncated }: MarkdownNote) => ({
    links: links.map((link) => ({ ...link, target: clip(link.target) })),
    truncated: truncated.has('links'),
  }),
  /** Links that may name files beside the note, and whether the list is truncated. */
  files: ({ fileLinks, truncated }: MarkdownNote) => ({ links: fileLinks, truncated: truncated.has('links') }),
  /** All references of the text, and whether the list is truncated. */
  references: ({ references, truncated }: MarkdownNote) => ({ references, truncated: truncated.has('links') }),
  template: ({ template, templates }: MarkdownNote, { body }: Markdown) =>
    template === null ? null : parseTemplate(body, template, templates),
};

export type Views = typeof views;
export type ViewName = keyof Views;
export type View<Name extends ViewName> = ReturnType<Views[Name]>;

/** Parses a body and computes a view of it. */
export function parseView<Name extends ViewName>(name: Name, markdown: Markdown): View<Name> {
  return views[name](parseMarkdown(markdown.body, { sha256 }), markdown) as View<Name>;
}

/** UTF-16 code units kept of a link target or a task. A `data:` image keeps only enough to be recognised. */
const MAX_CHARACTERS = 2_048;

function storedLink(link: Link, databaseId: string): NewLink {
  const { kind, line, column, startByte, endByte, text } = link;
  const target = clip(link.target);
  const anchor = link.anchor === null ? null : clip(link.anchor);
  return { kind, line, column, startByte, endByte, target, anchor, text, reference: reference(link, databaseId) };
}

const clip = (text: string) =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;

function reference(link: Link, databaseId: string): NewLink['reference'] {
  const target = classifyTarget(link);
  switch (target.type) {
    case 'title':
      return { type: 'title', title: target.title };
    case 'document':
      return { type: 'document', id: target.documentId };
    case 'stable':
      return target.databaseId === databaseId ? { type: 'document', id: target.documentId } : { type: 'external' };
    case 'resource':
      return { type: 'resource', id: target.resourceId };
    default:
      return { type: target.type };
  }
}

function storedTask({ done, line, text, blockId, due }: Task): NewTask {
  return { done, line, text: clip(text), blockId, due };
}

const isMediaTruncated = ({ remoteMedia, truncated }: MarkdownNote) =>
  truncated.has('links') || remoteMedia.length >= BOUNDS.links;

function featureBits(note: MarkdownNote): number {
  const isCut = note.truncated.size > 0 || (note.features.has('remote-media') && isMediaTruncated(note));
  let bits = isCut ? FEATURES['partly-read'] : 0;
  for (const feature of note.features) bits |= FEATURES[feature];
  return bits;
}
