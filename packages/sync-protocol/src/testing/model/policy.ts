import type { LoggedOperation } from '../../log/operations.js';
import type { NoteState } from '../../merge/note.js';
import { type View, view } from '../../merge/view.js';
import { forgettable } from '../../retention/forgettable.js';
import { stableFloor } from '../../retention/stability.js';

/** The rules a model plays by: those of the protocol, or with one broken, to see that the model notices. */
export interface Policy {
  readonly view: (operations: readonly LoggedOperation[]) => View;
  readonly stableFloor: typeof stableFloor;
  readonly forgettable: typeof forgettable;
  /** The parents of a person's next edit. */
  readonly parentsOfEdit: (note: NoteState) => readonly string[];
}

export const PROTOCOL: Policy = { view, stableFloor, forgettable, parentsOfEdit: ({ heads }) => heads };
