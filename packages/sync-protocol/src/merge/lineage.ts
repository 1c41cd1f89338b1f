import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { recoveredId } from './derived-ids.js';
import { type LoggedWrite, RevisionGraph } from './revision-graph.js';

/** The ids a note's text may be found under: its own, and while that is purged, the next that takes in what was unseen. */
export function lineageIds(root: string, isPurged: (doc: string) => boolean): string[] {
  const ids = [root];
  for (let id = root; isPurged(id); ) {
    id = recoveredId(id);
    ids.push(id);
  }
  return ids;
}

/**
 * The revisions of a note and of the notes that recovered parts of it, each with the note it counts for: the one it was
 * written to, or while that is purged, the next, unless the purge had seen it, which erases it. What a purge has seen is
 * worked out over all of them, not over one note.
 */
export class Lineage {
  readonly graph: RevisionGraph;
  /** By place of the graph: the number of the note in `ids` a revision counts for; −1 for one that is erased. */
  readonly notes: Int32Array;

  constructor(ids: readonly string[], operations: readonly LoggedOperation[]) {
    const writes = operations.filter(
      (logged): logged is LoggedOperation<OperationOf<'doc.write'>> => logged.operation.op === 'doc.write',
    );
    this.graph = new RevisionGraph(writes);
    const covers = ids.map((id) => coverOf(id, operations, this.graph));
    const numbers = new Map(ids.map((id, i) => [id, i]));
    this.notes = Int32Array.from(this.graph.writes, ({ operation }, place) => {
      let note = numbers.get(operation.doc) as number;
      for (let cover = covers[note]; cover != null; note += 1, cover = covers[note]) if (cover[place] === 1) return -1;
      return note;
    });
  }

  /**
   * The revisions that count for a note by themselves: what was erased is no base of a merge, since a replica may have
   * forgotten it.
   */
  revisionsOf(note: number): RevisionGraph {
    if (this.notes.every((of) => of === note)) return this.graph;
    return new RevisionGraph(this.graph.writes.filter((_, place) => this.notes[place] === note));
  }

  /** Those that a purge had seen. */
  erased(): LoggedWrite[] {
    return this.graph.writes.filter((_, place) => this.notes[place] === -1);
  }
}

/** What the purges of a note have seen; null where it is not purged. */
function coverOf(id: string, operations: readonly LoggedOperation[], graph: RevisionGraph): Uint8Array | null {
  const seen: string[] = [];
  let isPurged = false;
  for (const { operation } of operations) {
    if (operation.op !== 'doc.purge' || operation.doc !== id) continue;
    isPurged = true;
    seen.push(...operation.seen);
  }
  return isPurged ? graph.closure(seen) : null;
}
