import { bytesToHex } from '@noble/hashes/utils.js';
import { ControlLog } from '../../control/log.js';
import { parseControl } from '../../control/operation.js';
import { type ControlState, getControlState } from '../../control/state.js';
import type { Crypto } from '../../crypto.js';
import type { SimulationCache } from './simulation-cache.js';

/** Reads the group state of control operations. It continues from the last read as long as no operation disappeared. */
export class GroupReader {
  readonly #newLog: () => ControlLog;
  readonly #crypto: Crypto;
  readonly #memo: SimulationCache;
  #read: ReadonlySet<Uint8Array> = new Set();
  #log: ControlLog;

  constructor(crypto: Crypto, databaseId: string, genesis: string, memo: SimulationCache) {
    this.#crypto = crypto;
    this.#memo = memo;
    this.#newLog = () => new ControlLog(crypto, databaseId, genesis);
    this.#log = this.#newLog();
  }

  state(payloads: readonly Uint8Array[]): ControlState {
    return getControlState(this.log(payloads));
  }

  /** Returns the shared log, which callers must not write to; see `copy`. */
  log(payloads: readonly Uint8Array[]): ControlLog {
    if (payloads.length === this.#read.size && payloads.every((payload) => this.#read.has(payload))) return this.#log;
    const given = new Set(payloads);
    if ([...this.#read].some((payload) => !given.has(payload))) {
      this.#read = new Set();
      this.#log = this.#newLog();
    }
    for (const payload of given) if (!this.#read.has(payload)) this.#add(payload, this.#log);
    this.#read = given;
    return this.#log;
  }

  /** Returns a new log that the caller may write to. */
  copy(payloads: readonly Uint8Array[]): ControlLog {
    const log = this.#newLog();
    for (const payload of payloads) this.#add(payload, log);
    return log;
  }

  #add(payload: Uint8Array, log: ControlLog): void {
    const id = bytesToHex(this.#crypto.sha256(payload));
    const parsed = this.#memo.parsed.get(id) ?? parseControl(this.#crypto, payload);
    this.#memo.parsed.set(id, parsed);
    if (parsed.ok) log.add(parsed.operation);
  }
}
