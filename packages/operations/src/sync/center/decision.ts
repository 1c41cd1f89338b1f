import { LibrarySyncStore } from '@notes/storage/sync';
import type { AuthorState, Epoch } from '@notes/sync-protocol';
import {
  type ControlOperation,
  type ControlPayload,
  type ControlState,
  getControlState,
  writeControl,
  writeMint,
} from '@notes/sync-protocol/control';
import type { Context } from '../../platform/context.js';
import { enrol, type Group, loadGroup, refuseRemoved } from './group.js';
import { type Replica, withReplica } from './replica.js';

/** Group operations decided together. They are signed, stored and published in this order. */
export class Decision {
  readonly replica: Replica;
  /** Accepted position in the segments of each replica. */
  readonly authors: ReadonlyMap<string, AuthorState>;
  readonly operations: ControlOperation[] = [];
  readonly epochs: Epoch[] = [];
  readonly #log: Group['log'];
  readonly #now: number;

  constructor(replica: Replica, log: Group['log'], authors: ReadonlyMap<string, AuthorState>, now: number) {
    this.replica = replica;
    this.authors = authors;
    this.#log = log;
    this.#now = now;
  }

  /** Returns the group's state including the decisions so far. */
  get state(): ControlState {
    return getControlState(this.#log);
  }

  write(payload: ControlPayload): ControlOperation {
    const operation = writeControl(this.replica.crypto, this.#log, this.#author, this.#now, payload);
    this.operations.push(operation);
    return operation;
  }

  /** Creates a new group key for all members but `excluded`. It has to be decided before these members are removed. */
  mint(excluded: readonly string[] = []): Epoch {
    const { operation, epoch } = writeMint(this.replica.crypto, this.#log, this.#author, this.#now, excluded);
    this.operations.push(operation);
    this.epochs.push(epoch);
    return epoch;
  }

  get #author() {
    const { replicaId, signer } = this.replica.keys;
    return { replicaId, signer };
  }
}

/**
 * Decides group operations atomically. Other members receive them with the next exchange.
 *
 * @throws ServiceError `conflict` for a library that is in no group or was removed from it
 */
export function decide<Answer>({ library, now }: Context, work: (decision: Decision) => Answer): Promise<Answer> {
  return withReplica(library, async (replica) => {
    const store = new LibrarySyncStore(library);
    const group = await loadGroup(replica, store);
    refuseRemoved(replica, group);
    const decision = new Decision(replica, group.log, await store.authors(), now());
    const answer = work(decision);
    // Epochs are stored before the operations that announce them: an epoch that nobody holds would be lost.
    for (const epoch of decision.epochs) await replica.keys.keepEpoch(epoch);
    await library.store.write(({ sync }) => {
      for (const { bytes } of decision.operations) sync.exchange.addControl(bytes);
    });
    enrol(replica, await loadGroup(replica, store));
    return answer;
  });
}
