import type { OperationOf } from '../log/operations.js';
import { MERGE_LIMITS } from './limits.js';
import type { RevisionGraph } from './revision-graph.js';
import { mergeScalar, mergeText } from './three-way.js';

/** Title and body of a revision. */
export interface NoteText {
  readonly title: string;
  readonly body: string;
}

/** Returns the body of a revision: from the operation, or from storage when the operation only references it. */
export type ReadBody = (write: OperationOf<'doc.write'>) => string;

/**
 * Reason why a head is not merged: both sides changed the title (`title`) or the same lines (`body`), there is no
 * usable common base (`no_base`), or the merge exceeds a limit (`too_much`).
 */
export type MergeRefusal = 'title' | 'body' | 'no_base' | 'too_much';

/** A head that was set aside. */
export interface SetAsideHead {
  readonly place: number;
  readonly reason: MergeRefusal;
  /** Merged common ancestors of both sides; null when there are none or they were not computed. */
  readonly base: MergedHeads | null;
}

/** Revisions merged into one text, and revisions set aside. Both are positions in a graph, highest first. */
export interface MergedHeads extends NoteText {
  readonly included: readonly number[];
  readonly aside: readonly SetAsideHead[];
}

/**
 * Merges the heads of a note.
 *
 * @param heads positions in `graph`, highest first; at least one
 */
export function mergeHeads(graph: RevisionGraph, heads: readonly number[], readBody: ReadBody): MergedHeads {
  return new HeadMerger(graph, readBody).merge(heads, 0);
}

class HeadMerger {
  readonly #graph: RevisionGraph;
  readonly #readBody: ReadBody;
  readonly #bases = new Map<string, MergedHeads>();
  #attempts = 0;

  constructor(graph: RevisionGraph, readBody: ReadBody) {
    this.#graph = graph;
    this.#readBody = readBody;
  }

  merge(heads: readonly number[], depth: number): MergedHeads {
    const [first, ...others] = heads as [number, ...number[]];
    let text = this.#textAt(first);
    const included = [first];
    const aside: SetAsideHead[] = [];
    for (const [i, place] of others.entries()) {
      if (i + 1 >= MERGE_LIMITS.heads) {
        aside.push({ place, reason: 'too_much', base: null });
        continue;
      }
      const theirs = this.#textAt(place);
      const folded = isEqual(text, theirs) ? text : this.#fold(text, included, theirs, place, depth);
      if ('reason' in folded) aside.push(folded);
      else {
        text = folded;
        included.push(place);
      }
    }
    return { ...text, included, aside };
  }

  #fold(
    ours: NoteText,
    included: readonly number[],
    theirs: NoteText,
    place: number,
    depth: number,
  ): NoteText | SetAsideHead {
    const ancestors = this.#graph.commonAncestors(included, place);
    if (ancestors.length === 0) return { place, reason: 'no_base', base: null };
    if (
      ancestors.length > MERGE_LIMITS.ancestors ||
      depth >= MERGE_LIMITS.depth ||
      this.#attempts >= MERGE_LIMITS.attempts
    )
      return { place, reason: 'too_much', base: null };
    this.#attempts += 1;
    const base = this.#mergeBase(ancestors, depth + 1);
    // The ancestors conflict with one another, so neither of them can serve as the unchanged base.
    if (base.aside.length > 0) return { place, reason: 'no_base', base: null };
    const title = mergeScalar(base.title, ours.title, theirs.title);
    const body = mergeText(base.body, ours.body, theirs.body);
    if (!body.ok) return { place, reason: body.problem === 'conflict' ? 'body' : 'too_much', base };
    return title === null ? { place, reason: 'title', base } : { title: title.value, body: body.text };
  }

  #mergeBase(ancestors: readonly number[], depth: number): MergedHeads {
    const key = `${depth}:${ancestors.join()}`;
    const known = this.#bases.get(key);
    if (known !== undefined) return known;
    const base = this.merge(ancestors, depth);
    this.#bases.set(key, base);
    return base;
  }

  #textAt(place: number): NoteText {
    const { operation } = this.#graph.at(place);
    return { title: operation.title, body: this.#readBody(operation) };
  }
}

const isEqual = (a: NoteText, b: NoteText) => a.title === b.title && a.body === b.body;
