import type { Output } from '@notes/contract';
import { type Begun, begin, goOn } from '../../conflict/deciding.js';
import { openKept } from '../../conflict/kept.js';
import type { BaseText, NoteText } from '../../drafts/note-text.js';

export type Conflict = Output<'getConflict'>;

/** One side of a conflict of two texts. */
export interface Side extends BaseText {
  /** The device it was written on; null where that is not known. */
  readonly replicaId: string | null;
  /** What keeps it. */
  readonly keeping: 'keep_local' | 'keep_remote';
  /** Whether it is what the note says now; the other is put aside. */
  readonly isShown: boolean;
}

/** A conflict of two texts, and what was made of them so far. */
export interface Settlement extends Begun {
  /** The id of the conflict. */
  readonly key: string;
  readonly base: NoteText;
  /** The side of this device, when it was first looked at. */
  readonly mine: Side;
  readonly theirs: Side;
}

/** What is being decided of conflicts between devices, in this browser. */
export const settlements = openKept<Settlement>('settlements');

const NOTHING: NoteText = { title: '', body: '' };

/** Begins to settle a conflict, or goes on; undefined where it is not one of two texts, or over. */
export function settlementOf(known: Settlement | undefined, conflict: Conflict): Settlement | undefined {
  const [local, remote] = [sideOf(conflict, 'local'), sideOf(conflict, 'remote')];
  if (conflict.state !== 'open' || local === undefined || remote === undefined) return undefined;
  const sides = known !== undefined && isTurned(known, local, remote) ? [remote, local] : [local, remote];
  const [mine, theirs] = sides as [Side, Side];
  const of = { key: conflict.conflict_id, base: conflict.base ?? NOTHING, mine, theirs };
  if (known === undefined) return { ...of, ...begin(of) };
  const isSame = known.mine.revisionId === mine.revisionId && known.theirs.revisionId === theirs.revisionId;
  return isSame ? { ...known, ...of } : { ...of, ...goOn(known, known, of) };
}

/** Once this device has gone on with what came from another, that is what counts as its own side. */
const isTurned = ({ mine, theirs }: Settlement, local: Side, remote: Side) =>
  mine.revisionId === remote.revisionId || theirs.revisionId === local.revisionId;

function sideOf(conflict: Conflict, which: 'local' | 'remote'): Side | undefined {
  const side = conflict[which];
  if (side === null || side.title === null || side.body === null) return undefined;
  const { revision_id: revisionId, replica_id: replicaId, title, body } = side;
  const isShown = revisionId === conflict.current_revision_id;
  return { revisionId, title, body, replicaId, keeping: which === 'local' ? 'keep_local' : 'keep_remote', isShown };
}
