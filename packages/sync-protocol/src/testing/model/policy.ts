import type { LoggedOperation } from '../../log/operations.js';
import type { NoteState } from '../../merge/note.js';
import { computeView, type View } from '../../merge/view.js';
import { findPrunable } from '../../run/retention/prunable.js';
import { computeStableFloor } from '../../run/retention/stability.js';

/** Rules a model follows: those of the protocol, or a broken variant that the model must detect. */
export interface Policy {
  readonly computeView: (operations: readonly LoggedOperation[]) => View;
  readonly computeStableFloor: typeof computeStableFloor;
  readonly findPrunable: typeof findPrunable;
  /** Returns the parents of the next edit of a note. */
  readonly getEditParents: (note: NoteState) => readonly string[];
}

/** Rules of the protocol as a policy of the model. */
export const PROTOCOL: Policy = { computeView, computeStableFloor, findPrunable, getEditParents: ({ heads }) => heads };
