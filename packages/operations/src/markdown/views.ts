import {
  BOUNDS,
  classifyTarget,
  type Link,
  type MarkdownNote,
  parseMarkdown,
  parseTemplate,
  type Task,
} from '@notes/markdown-blocks';
import { type Derived, FEATURES, type NewLink, type NewTask } from '@notes/storage';
import { namedResources } from './named-resources.js';

/** A body to be read, and the library that its stable links may name. */
export interface Markdown {
  readonly body: string;
  readonly databaseId: string;
}

/** What is asked of a body, each in a form that threads can hand to one another. */
export const views = {
  /** What storage keeps beside it. */
  derived: (note: MarkdownNote, { body, databaseId }: Markdown): Derived => ({
    links: note.links.map((link) => storedLink(link, databaseId)),
    resources: note.truncated.has('links') ? namedResources(body) : note.imageResources,
    tasks: note.tasks.map(storedTask),
    taskCounts: note.taskCounts,
    features: featureBits(note),
  }),
  outline: ({ headings, truncated }: MarkdownNote) => ({ headings, truncated: truncated.has('headings') }),
  blocks: ({ blocks, anchors, truncated }: MarkdownNote) => ({ blocks, anchors, truncated: truncated.has('blocks') }),
  /** What links may name in it, and whether that is all they may. */
  anchors: ({ anchors, truncated }: MarkdownNote) => ({
    anchors,
    complete: !truncated.has('blocks') && !truncated.has('headings'),
  }),
  /** What is shown from elsewhere, the longest addresses cut, and whether that is not all. */
  remoteMedia: (note: MarkdownNote) => ({
    media: note.remoteMedia.map((each) => ({ ...each, url: clip(each.url) })),
    truncated: isMediaCut(note),
  }),
  /** Links, the longest targets cut, with where their targets stand; and whether that is not all. */
  targets: ({ links, truncated }: MarkdownNote) => ({
    links: links.map((link) => ({ ...link, target: clip(link.target) })),
    truncated: truncated.has('links'),
  }),
  /** What may name files beside it, and whether that is not all. */
  files: ({ fileLinks, truncated }: MarkdownNote) => ({ links: fileLinks, truncated: truncated.has('links') }),
  /** What its text leads to and shows, and whether that is not all. */
  references: ({ references, truncated }: MarkdownNote) => ({ references, truncated: truncated.has('links') }),
  template: ({ template, templates }: MarkdownNote, { body }: Markdown) =>
    template === null ? null : parseTemplate(body, template, templates),
};

export type Views = typeof views;
export type ViewName = keyof Views;
export type View<Name extends ViewName> = ReturnType<Views[Name]>;

export function look<Name extends ViewName>(name: Name, markdown: Markdown): View<Name> {
  return views[name](parseMarkdown(markdown.body), markdown) as View<Name>;
}

/** Most that is kept of a link's target and of a task: of an image as `data:` no more than tells what it is. */
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

const isMediaCut = ({ remoteMedia, truncated }: MarkdownNote) =>
  truncated.has('links') || remoteMedia.length >= BOUNDS.links;

function featureBits(note: MarkdownNote): number {
  const isCut = note.truncated.size > 0 || (note.features.has('remote-media') && isMediaCut(note));
  let bits = isCut ? FEATURES['partly-read'] : 0;
  for (const feature of note.features) bits |= FEATURES[feature];
  return bits;
}
