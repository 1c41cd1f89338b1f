import { bytesToHex } from '@noble/hashes/utils.js';
import { ControlLog } from '../control/log.js';
import { type ControlOperation, type ParsedControl, parseControl } from '../control/operation.js';
import { type ControlState, controlState } from '../control/state.js';
import type { Crypto } from '../crypto.js';
import type { SyncKeys } from './keys.js';

/**
 * The control log of a replica as it was read last. Verifying ten thousand signatures takes a second; what has been
 * verified is not verified again while the process lives.
 */
export class GroupMemory {
  readonly #crypto: Crypto;
  readonly #keys: SyncKeys;
  readonly #ids = new WeakMap<Uint8Array, string>();
  /** By id; null for what is no operation. */
  #operations = new Map<string, ControlOperation | null>();
  /** What was parsed since the last time these were read, by id. */
  readonly #parsed = new Map<string, ControlOperation>();
  #log: ControlLog;

  private constructor(crypto: Crypto, keys: SyncKeys) {
    this.#crypto = crypto;
    this.#keys = keys;
    this.#log = this.#newLog();
  }

  static of(crypto: Crypto, keys: SyncKeys): GroupMemory {
    const known = memories.get(keys) ?? new GroupMemory(crypto, keys);
    memories.set(keys, known);
    return known;
  }

  /** Takes these for all there are: another library, or an earlier state of it, begins anew. */
  read(payloads: readonly Uint8Array[]): void {
    const given = new Map(payloads.map((payload) => [this.#idOf(payload), payload]));
    if ([...this.#operations.keys()].some((id) => !given.has(id))) {
      this.#operations = new Map();
      this.#log = this.#newLog();
    }
    for (const [id, payload] of given) if (!this.#operations.has(id)) this.#take(id, payload);
    this.#parsed.clear();
  }

  /** Remembers what was written into `log`: to be told at once, so that it is forgotten again if it is never kept. */
  wrote(operation: ControlOperation): void {
    this.#operations.set(operation.id, operation);
  }

  get operations(): ControlOperation[] {
    return [...this.#operations.values()].filter((operation) => operation !== null);
  }

  get log(): ControlLog {
    return this.#log;
  }

  get state(): ControlState {
    return controlState(this.#log);
  }

  /** As `parseControl` does; what is well formed is not parsed again if it is read next. */
  parse(payload: Uint8Array): ParsedControl {
    const parsed = parseControl(this.#crypto, payload);
    if (parsed.ok) this.#parsed.set(parsed.operation.id, parsed.operation);
    return parsed;
  }

  #take(id: string, payload: Uint8Array): void {
    const known = this.#parsed.get(id);
    const parsed = known ? ({ ok: true, operation: known } as const) : parseControl(this.#crypto, payload);
    this.#operations.set(id, parsed.ok ? parsed.operation : null);
    if (parsed.ok) this.#log.add(parsed.operation);
  }

  /** By the bytes a store holds on to. */
  #idOf(payload: Uint8Array): string {
    const id = this.#ids.get(payload) ?? bytesToHex(this.#crypto.sha256(payload));
    this.#ids.set(payload, id);
    return id;
  }

  #newLog(): ControlLog {
    return new ControlLog(this.#crypto, this.#keys.databaseId, this.#keys.genesis);
  }
}

const memories = new WeakMap<SyncKeys, GroupMemory>();
