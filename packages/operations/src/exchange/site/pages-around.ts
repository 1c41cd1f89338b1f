import type { Page, Section } from './outline.js';

/** Pages listed beside a page. The page of the section lists all of them. */
const MAX_LISTED_PAGES = 24;

/** Chapters of a section, computed once. */
interface Chapters {
  /** Indexes of pages by their keys. */
  readonly at: ReadonlyMap<number, number>;
  /** Indexes of the pages that begin a chapter. */
  readonly heads: readonly number[];
  /** Number of chapters that begin at or before each page. */
  readonly chapterNumbers: readonly number[];
}

const chaptersBySection = new WeakMap<Section, Chapters>();

/** Returns the chapters of a section and the pages in the chapter of a page, limited to those around it. */
export function findPagesAround(section: Section, current: Page): readonly Page[] {
  const { at, heads, chapterNumbers } = findChapters(section);
  const here = at.get(current.pk) as number;
  const chapter = chapterNumbers[here] as number;
  const [start, end] = [heads[chapter - 1] ?? 0, heads[chapter] ?? section.pages.length];
  const inside = range(Math.max(start, here - MAX_LISTED_PAGES), Math.min(end, here + MAX_LISTED_PAGES));
  const shown = [
    ...heads.slice(Math.max(0, chapter - 1 - MAX_LISTED_PAGES), Math.max(0, chapter - 1)),
    ...inside,
    ...heads.slice(chapter, chapter + MAX_LISTED_PAGES),
  ];
  const from = Math.max(0, Math.min(shown.indexOf(here) - MAX_LISTED_PAGES / 2, shown.length - MAX_LISTED_PAGES));
  return shown.slice(from, from + MAX_LISTED_PAGES).map((n) => section.pages[n] as Page);
}

function findChapters(section: Section): Chapters {
  const found = chaptersBySection.get(section);
  if (found !== undefined) return found;
  const at = new Map<number, number>();
  const heads: number[] = [];
  const chapterNumbers: number[] = [];
  for (const [n, page] of section.pages.entries()) {
    at.set(page.pk, n);
    if (page.level === 0) heads.push(n);
    chapterNumbers.push(heads.length);
  }
  const chapters = { at, heads, chapterNumbers };
  chaptersBySection.set(section, chapters);
  return chapters;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
