import type { BlockTree } from '../blocks/block-tree.js';
import { LIST_ITEM } from '../blocks/node-table.js';
import { parseBlocks } from '../blocks/parser.js';
import { createLocator, type LineIndex } from '../locator.js';
import { sha256 } from '../sha256.js';
import { type Block, listBlocks } from './block-list.js';
import { type BlockRow, blockRows } from './block-rows.js';
import { BOUNDS, type BoundedList, type Counts, countNodes, type TaskCounts } from './counts.js';
import { type Feature, findFeatures, QUERY_LABEL, TEMPLATE_LABEL } from './features.js';
import { type Fence, listFences } from './fences.js';
import { type FileLink, listFileLinks } from './file-links.js';
import { listHtmlResources } from './html-resources.js';
import { type BodyLink, type Link, locateLinks, readLinks } from './links.js';
import { type Heading, listHeadings } from './outline.js';
import { listReferences, type Reference } from './references.js';
import { listRemoteMedia, type RemoteMedia } from './remote-media.js';
import type { Anchors } from './slug.js';
import { beginsWithBox, listTasks, type Task } from './tasks.js';

/** Options of {@link parseMarkdown}. */
export interface ParseOptions {
  /**
   * Returns the SHA-256 of a string's UTF-8 as 64 hexadecimal digits; a lone surrogate counts as the replacement
   * character. By default the one of this package, which needs no platform. That of a platform can be faster: with Node,
   * `(text) => crypto.hash('sha256', text)`.
   */
  readonly sha256?: (text: string) => string;
}

/**
 * Parses a Markdown body: CommonMark 0.31 and GFM, with front matter, footnotes, callouts, `$$` math and wikilinks.
 * Never throws; takes time linear in the body. Containers nest 100 deep; deeper marks are text.
 */
export function parseMarkdown(body: string, options: ParseOptions = {}): MarkdownNote {
  return new MarkdownNote(parseBlocks(body), options.sha256 ?? sha256);
}

/** Parsed note. Each list is computed on first use and cached. */
export class MarkdownNote {
  readonly #tree: BlockTree;
  readonly #locator: LineIndex;
  readonly #sha256: (text: string) => string;
  #rows: readonly BlockRow[] | undefined;
  #blocks: readonly Block[] | undefined;
  #headings: readonly Heading[] | undefined;
  #found: { links: readonly BodyLink[]; more: boolean } | undefined;
  #links: readonly Link[] | undefined;
  #remoteMedia: readonly RemoteMedia[] | undefined;
  #references: readonly Reference[] | undefined;
  #fileLinks: readonly FileLink[] | undefined;
  #htmlResources: readonly string[] | undefined;
  #tasks: readonly Task[] | undefined;
  #counts: Counts | undefined;
  #features: ReadonlySet<Feature> | undefined;
  #anchors: Anchors | undefined;
  #truncated: ReadonlySet<BoundedList> | undefined;
  #templates: readonly Fence[] | undefined;
  #queries: readonly Fence[] | undefined;

  constructor(tree: BlockTree, sha256: (text: string) => string) {
    this.#tree = tree;
    this.#locator = createLocator(tree.body);
    this.#sha256 = sha256;
  }

  /** Blocks in document order; two of them are disjoint or one is inside the other. */
  get blocks(): readonly Block[] {
    this.#blocks ??= listBlocks(this.#tree, this.#blockRows, this.#locator, this.#sha256);
    return this.#blocks;
  }

  get headings(): readonly Heading[] {
    this.#headings ??= listHeadings(this.#tree, this.#blockRows, this.blocks, BOUNDS.headings);
    return this.#headings;
  }

  /** Links in order of start. */
  get links(): readonly Link[] {
    this.#links ??= locateLinks(this.#bodyLinks.links, this.#locator);
    return this.#links;
  }

  /** Images loaded from other hosts, in order of start; incomplete when `links` are truncated. */
  get remoteMedia(): readonly RemoteMedia[] {
    this.#remoteMedia ??= listRemoteMedia(this.#tree, this.#bodyLinks.links, this.#locator, BOUNDS.links);
    return this.#remoteMedia;
  }

  /**
   * Targets of links and images of its text: links first, each in order of start; incomplete when `links` are
   * truncated.
   */
  get references(): readonly Reference[] {
    this.#references ??= listReferences(this.#tree, this.#bodyLinks.links);
    return this.#references;
  }

  /**
   * References that may name a file beside the note: links first, each in order of start; incomplete when `links` are
   * truncated.
   */
  get fileLinks(): readonly FileLink[] {
    this.#fileLinks ??= listFileLinks(this.references);
    return this.#fileLinks;
  }

  /** Ids of the attachments that HTML tags show or link, without repeats; those in Markdown syntax are among `links`. */
  get htmlResources(): readonly string[] {
    this.#htmlResources ??= listHtmlResources(this.#tree);
    return this.#htmlResources;
  }

  get tasks(): readonly Task[] {
    const { open, done } = this.taskCounts;
    this.#tasks ??= open + done > 0 ? this.#listTasks() : [];
    return this.#tasks;
  }

  get taskCounts(): TaskCounts {
    return this.#nodeCounts.tasks;
  }

  /** First block with the label `note-template`. */
  get template(): Fence | null {
    return this.#templateFences[0] ?? null;
  }

  /** Number of blocks with the label `note-template`. */
  get templates(): number {
    return this.#templateFences.length;
  }

  /** Blocks with the label `note-query`. */
  get queries(): readonly Fence[] {
    this.#queries ??= listFences(this.#tree, QUERY_LABEL, this.#locator);
    return this.#queries;
  }

  get features(): ReadonlySet<Feature> {
    this.#features ??= findFeatures(this.#tree, this.#bodyLinks.links, this.taskCounts);
    return this.#features;
  }

  /** Block ids, markers among them, and heading slugs; incomplete when `blocks` or `headings` are truncated. */
  get anchors(): Anchors {
    this.#anchors ??= new Map([
      ...this.blocks.map(({ id }) => [id, id] as const),
      ...this.headings.map(({ slug, blockId }) => [slug, blockId] as const),
    ]);
    return this.#anchors;
  }

  /** Lists truncated by `BOUNDS`. */
  get truncated(): ReadonlySet<BoundedList> {
    this.#truncated ??= new Set([...this.#nodeCounts.cut, ...(this.#bodyLinks.more ? (['links'] as const) : [])]);
    return this.#truncated;
  }

  /** Ids repeat for equal texts within one kind of block only, so the ids of other blocks are not needed. */
  #listTasks(): Task[] {
    const { nodes } = this.#tree;
    const items = this.#blockRows.filter(({ node, text }) => nodes.kind(node) === LIST_ITEM && beginsWithBox(text));
    const blocks = listBlocks(this.#tree, items, this.#locator, this.#sha256);
    return listTasks(this.#tree, items, blocks, this.#locator, BOUNDS.tasks);
  }

  get #nodeCounts(): Counts {
    this.#counts ??= countNodes(this.#tree);
    return this.#counts;
  }

  get #blockRows(): readonly BlockRow[] {
    this.#rows ??= blockRows(this.#tree, BOUNDS.blocks);
    return this.#rows;
  }

  get #bodyLinks(): { links: readonly BodyLink[]; more: boolean } {
    this.#found ??= readLinks(this.#tree, BOUNDS.links);
    return this.#found;
  }

  get #templateFences(): readonly Fence[] {
    this.#templates ??= listFences(this.#tree, TEMPLATE_LABEL, this.#locator);
    return this.#templates;
  }
}
