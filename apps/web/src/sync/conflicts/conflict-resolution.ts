import type { Output } from '@notes/contract';
import { continueResult, type StartedResult, startResult } from '../../conflict/draft-resolution.js';
import type { BaseText, NoteText } from '../../drafts/note-text.js';
import { openTable } from '../../drafts/table.js';

export type Conflict = Output<'getConflict'>;

/** A side of a conflict of two texts. */
export interface Side extends BaseText {
  /** Device that wrote it; null when unknown. */
  readonly replicaId: string | null;
  /** Resolution that keeps this side. */
  readonly keeping: 'keep_local' | 'keep_remote';
  /** True when the note currently has this text; the other is set aside. */
  readonly isShown: boolean;
}

/** A conflict of two texts, and the result in progress. */
export interface ConflictResolution extends StartedResult {
  /** Id of the conflict. */
  readonly key: string;
  readonly base: NoteText;
  /** Side of this device, when the conflict was first opened. */
  readonly mine: Side;
  readonly theirs: Side;
}

/** Results in progress of conflicts between devices, in this browser. */
export const conflictResolutions = openTable<ConflictResolution>('settlements');

const EMPTY_NOTE: NoteText = { title: '', body: '' };

/** Starts resolving a conflict, or resumes; undefined when it is resolved, or not one of two texts. */
export function startResolution(
  stored: ConflictResolution | undefined,
  conflict: Conflict,
): ConflictResolution | undefined {
  const [local, remote] = [getSide(conflict, 'local'), getSide(conflict, 'remote')];
  if (conflict.state !== 'open' || local === undefined || remote === undefined) return undefined;
  const sides = stored !== undefined && isSwapped(stored, local, remote) ? [remote, local] : [local, remote];
  const [mine, theirs] = sides as [Side, Side];
  const of = { key: conflict.conflict_id, base: conflict.base ?? EMPTY_NOTE, mine, theirs };
  if (stored === undefined) return { ...of, ...startResult(of) };
  const isSame = stored.mine.revisionId === mine.revisionId && stored.theirs.revisionId === theirs.revisionId;
  return isSame ? { ...stored, ...of } : { ...of, ...continueResult(stored, stored, of) };
}

/** Returns true when the sides have swapped: this device continued the remote text, which is now its own side. */
const isSwapped = ({ mine, theirs }: ConflictResolution, local: Side, remote: Side) =>
  mine.revisionId === remote.revisionId || theirs.revisionId === local.revisionId;

function getSide(conflict: Conflict, origin: 'local' | 'remote'): Side | undefined {
  const side = conflict[origin];
  if (side === null || side.title === null || side.body === null) return undefined;
  const { revision_id: revisionId, replica_id: replicaId, title, body } = side;
  const isShown = revisionId === conflict.current_revision_id;
  return { revisionId, title, body, replicaId, keeping: origin === 'local' ? 'keep_local' : 'keep_remote', isShown };
}
