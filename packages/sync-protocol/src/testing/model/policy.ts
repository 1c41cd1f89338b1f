import type { LoggedOperation } from '../../log/operations.js';
import type { NoteState } from '../../merge/note.js';
import { type View, view } from '../../merge/view.js';
import { forgettable } from '../../retention/forgettable.js';
import { stableFloor } from '../../retention/stability.js';

/** Rules a model follows: those of the protocol, or a broken variant that the model must detect. */
export interface Policy {
  readonly view: (operations: readonly LoggedOperation[]) => View;
  readonly stableFloor: typeof stableFloor;
  readonly forgettable: typeof forgettable;
  /** Returns the parents of the next edit of a note. */
  readonly parentsOfEdit: (note: NoteState) => readonly string[];
}

/** Rules of the protocol as a policy of the model. */
export const PROTOCOL: Policy = { view, stableFloor, forgettable, parentsOfEdit: ({ heads }) => heads };
