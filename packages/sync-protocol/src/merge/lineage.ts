import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { deriveRecoveredId } from './derived-ids.js';
import { type LoggedWrite, RevisionGraph } from './revision-graph.js';

/** Returns the ids a note's text may have: its own id, and for each purged id the next id derived from it. */
export function listLineageIds(root: string, isPurged: (doc: string) => boolean): string[] {
  const ids = [root];
  for (let id = root; isPurged(id); ) {
    id = deriveRecoveredId(id);
    ids.push(id);
  }
  return ids;
}

/**
 * Revisions of a note and of the notes recovered from it, each with the note it counts for. A revision counts for the
 * note it was written to. While that note is purged, it counts for the next note, unless the purge had seen it: then it
 * is erased. The revisions a purge has seen are computed over the whole lineage, not over one note.
 */
export class Lineage {
  readonly graph: RevisionGraph;
  /** Index in `ids` of the note each revision counts for, by graph position; −1 for an erased revision. */
  readonly notes: Int32Array;

  constructor(ids: readonly string[], operations: readonly LoggedOperation[]) {
    const writes = operations.filter(
      (logged): logged is LoggedOperation<OperationOf<'doc.write'>> => logged.operation.op === 'doc.write',
    );
    this.graph = new RevisionGraph(writes);
    const covers = ids.map((id) => markSeenByPurges(id, operations, this.graph));
    const numbers = new Map(ids.map((id, i) => [id, i]));
    this.notes = Int32Array.from(this.graph.writes, ({ operation }, place) => {
      let note = numbers.get(operation.doc) as number;
      for (let cover = covers[note]; cover != null; note += 1, cover = covers[note]) if (cover[place] === 1) return -1;
      return note;
    });
  }

  /**
   * Returns the graph of the revisions that count for one note. Erased revisions are no merge base, because a replica
   * may have pruned them already.
   *
   * @param note index of the note in `ids`
   */
  getGraph(note: number): RevisionGraph {
    if (this.notes.every((of) => of === note)) return this.graph;
    return new RevisionGraph(this.graph.writes.filter((_, place) => this.notes[place] === note));
  }

  /** Returns the revisions that a purge had seen. */
  listErased(): LoggedWrite[] {
    return this.graph.writes.filter((_, place) => this.notes[place] === -1);
  }
}

/** Marks the revisions that the purges of a note have seen; null when the note is not purged. */
function markSeenByPurges(id: string, operations: readonly LoggedOperation[], graph: RevisionGraph): Uint8Array | null {
  const seen: string[] = [];
  let isPurged = false;
  for (const { operation } of operations) {
    if (operation.op !== 'doc.purge' || operation.doc !== id) continue;
    isPurged = true;
    seen.push(...operation.seen);
  }
  return isPurged ? graph.markAncestors(seen) : null;
}
