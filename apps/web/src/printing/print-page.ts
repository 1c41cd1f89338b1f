import { renderNote } from '@notes/markdown-view';
import { settings } from '../kernel/settings.js';
import { outermost } from '../reading/embeds/embedding.js';
import { buildNode } from '../reading/page-chunk.js';
import { activateBlock } from '../reading/parts/adopt.js';
import type { BlockContext } from '../reading/parts/block-context.js';
import '../reading/code.css';
import '../reading/reading.css';

/** Title and text of a note to print, drafts included. */
export interface Printed {
  readonly title: string;
  readonly body: string;
}

export type References = Pick<BlockContext, 'links' | 'resources'>;

/** A note laid out for paper. */
export interface PrintPage extends Printed {
  readonly element: HTMLElement;
  /** Releases the resources of the note's parts. */
  readonly close: () => void;
}

/**
 * Lays out a whole note synchronously, because a printing browser does not wait. A note nested too deep is printed as
 * source text.
 */
export function buildPrintPage({ title, body }: Printed, references: References): PrintPage {
  const element = document.createElement('div');
  element.className = 'print-page';
  element.inert = true;
  const heading = document.createElement('h1');
  heading.textContent = title;
  element.append(heading);
  const article = document.createElement('article');
  article.className = 'prose';
  element.append(article);
  const around: BlockContext = {
    ...references,
    ...{ owner: undefined, canTick: false, here: undefined, embedding: outermost(undefined) },
  };
  const cleanups: (() => void)[] = [];
  try {
    for (const { json, line } of renderNote(body, { title, breaksLines: settings.peek().breaksLines })) {
      const block = document.createElement('div');
      block.className = 'block';
      block.dataset.start = String(line);
      block.append(buildNode(JSON.parse(json)));
      article.append(block);
      cleanups.push(activateBlock(block, around));
    }
  } catch {
    article.replaceChildren(rawText(body));
  }
  for (const image of article.querySelectorAll('img')) image.loading = 'eager';
  const close = () => {
    for (const cleanUp of cleanups) cleanUp();
  };
  return { title, body, element, close };
}

function rawText(body: string): HTMLElement {
  const raw = document.createElement('pre');
  raw.className = 'raw';
  raw.textContent = body;
  return raw;
}
