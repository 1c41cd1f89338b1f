import type { Page, Section } from './outline.js';

/** Pages listed beside a page. The page of the section lists all of them. */
const LISTED = 24;

/** Chapters of a section, computed once. */
interface Chapters {
  /** Indexes of pages by their keys. */
  readonly at: ReadonlyMap<number, number>;
  /** Indexes of the pages that begin a chapter. */
  readonly heads: readonly number[];
  /** Number of chapters that begin at or before each page. */
  readonly chapterOf: readonly number[];
}

const known = new WeakMap<Section, Chapters>();

/** Returns the chapters of a section and the pages in the chapter of a page, limited to those around it. */
export function pagesAround(section: Section, current: Page): readonly Page[] {
  const { at, heads, chapterOf } = chaptersOf(section);
  const here = at.get(current.pk) as number;
  const chapter = chapterOf[here] as number;
  const [start, end] = [heads[chapter - 1] ?? 0, heads[chapter] ?? section.pages.length];
  const inside = range(Math.max(start, here - LISTED), Math.min(end, here + LISTED));
  const shown = [
    ...heads.slice(Math.max(0, chapter - 1 - LISTED), Math.max(0, chapter - 1)),
    ...inside,
    ...heads.slice(chapter, chapter + LISTED),
  ];
  const from = Math.max(0, Math.min(shown.indexOf(here) - LISTED / 2, shown.length - LISTED));
  return shown.slice(from, from + LISTED).map((n) => section.pages[n] as Page);
}

function chaptersOf(section: Section): Chapters {
  const found = known.get(section);
  if (found !== undefined) return found;
  const at = new Map<number, number>();
  const heads: number[] = [];
  const chapterOf: number[] = [];
  for (const [n, page] of section.pages.entries()) {
    at.set(page.pk, n);
    if (page.level === 0) heads.push(n);
    chapterOf.push(heads.length);
  }
  const chapters = { at, heads, chapterOf };
  known.set(section, chapters);
  return chapters;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
