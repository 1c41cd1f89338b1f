import type { OperationOf } from '../log/operations.js';
import { MERGE_LIMITS } from './limits.js';
import type { RevisionGraph } from './revision-graph.js';
import { mergeScalar, mergeText } from './three-way.js';

export interface NoteText {
  readonly title: string;
  readonly body: string;
}

/** What a revision says; its body is in the operation or, where that only names it, at hand. */
export type BodyOf = (write: OperationOf<'doc.write'>) => string;

/**
 * Why a head is not merged: both sides changed the title, or the same lines; there is nothing both were made of; or it
 * would be too much.
 */
export type MergeRefusal = 'title' | 'body' | 'no_base' | 'too_much';

/** A head that stands aside. */
export interface Aside {
  readonly place: number;
  readonly reason: MergeRefusal;
  /** What both sides were made of, as far as that is known. */
  readonly base: MergedHeads | null;
}

/** Revisions merged into one text, and those that could not be. Places of a graph, highest first. */
export interface MergedHeads extends NoteText {
  readonly included: readonly number[];
  readonly aside: readonly Aside[];
}

/** Merges heads of a note. `heads` are places of `graph`, highest first, and not empty. */
export function mergeHeads(graph: RevisionGraph, heads: readonly number[], bodyOf: BodyOf): MergedHeads {
  return new HeadMerger(graph, bodyOf).merge(heads, 0);
}

class HeadMerger {
  readonly #graph: RevisionGraph;
  readonly #bodyOf: BodyOf;
  readonly #bases = new Map<string, MergedHeads>();
  #attempts = 0;

  constructor(graph: RevisionGraph, bodyOf: BodyOf) {
    this.#graph = graph;
    this.#bodyOf = bodyOf;
  }

  merge(heads: readonly number[], depth: number): MergedHeads {
    const [first, ...others] = heads as [number, ...number[]];
    let text = this.#textAt(first);
    const included = [first];
    const aside: Aside[] = [];
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

  #fold(ours: NoteText, included: readonly number[], theirs: NoteText, place: number, depth: number): NoteText | Aside {
    const ancestors = this.#graph.commonAncestors(included, place);
    if (ancestors.length === 0) return { place, reason: 'no_base', base: null };
    if (
      ancestors.length > MERGE_LIMITS.ancestors ||
      depth >= MERGE_LIMITS.depth ||
      this.#attempts >= MERGE_LIMITS.attempts
    )
      return { place, reason: 'too_much', base: null };
    this.#attempts += 1;
    const base = this.#baseOf(ancestors, depth + 1);
    // Two have settled one conflict in two ways: neither choice is the one nothing was changed by.
    if (base.aside.length > 0) return { place, reason: 'no_base', base: null };
    const title = mergeScalar(base.title, ours.title, theirs.title);
    const body = mergeText(base.body, ours.body, theirs.body);
    if (!body.ok) return { place, reason: body.problem === 'conflict' ? 'body' : 'too_much', base };
    return title === null ? { place, reason: 'title', base } : { title: title.value, body: body.text };
  }

  #baseOf(ancestors: readonly number[], depth: number): MergedHeads {
    const key = `${depth}:${ancestors.join()}`;
    const known = this.#bases.get(key);
    if (known !== undefined) return known;
    const base = this.merge(ancestors, depth);
    this.#bases.set(key, base);
    return base;
  }

  #textAt(place: number): NoteText {
    const { operation } = this.#graph.at(place);
    return { title: operation.title, body: this.#bodyOf(operation) };
  }
}

const isEqual = (a: NoteText, b: NoteText) => a.title === b.title && a.body === b.body;
