import { bytesToHex } from '@noble/hashes/utils.js';
import { ControlLog } from '../control/log.js';
import { type ControlOperation, type ParsedControl, parseControl } from '../control/operation.js';
import { type ControlState, getControlState } from '../control/state.js';
import type { Crypto } from '../crypto.js';
import type { SyncKeys } from './keys.js';

/**
 * Cache of the verified control log of a replica. Verifying ten thousand signatures takes a second, so operations are
 * verified once per process.
 */
export class ControlLogCache {
  readonly #crypto: Crypto;
  readonly #keys: SyncKeys;
  readonly #ids = new WeakMap<Uint8Array, string>();
  /** Operations by id; null for a payload that is not a valid operation. */
  #operations = new Map<string, ControlOperation | null>();
  /** Operations parsed since the last `read`, by id. */
  readonly #parsed = new Map<string, ControlOperation>();
  #log: ControlLog;

  private constructor(crypto: Crypto, keys: SyncKeys) {
    this.#crypto = crypto;
    this.#keys = keys;
    this.#log = this.#newLog();
  }

  static get(crypto: Crypto, keys: SyncKeys): ControlLogCache {
    const known = caches.get(keys) ?? new ControlLogCache(crypto, keys);
    caches.set(keys, known);
    return known;
  }

  /**
   * Reads the complete control log. If operations of the last call are missing, because it is another library or an
   * earlier state, the cache starts anew.
   */
  read(payloads: readonly Uint8Array[]): void {
    const given = new Map(payloads.map((payload) => [this.#getId(payload), payload]));
    if ([...this.#operations.keys()].some((id) => !given.has(id))) {
      this.#operations = new Map();
      this.#log = this.#newLog();
    }
    for (const [id, payload] of given) if (!this.#operations.has(id)) this.#addPayload(id, payload);
    this.#parsed.clear();
  }

  /** Records an operation just written into `log`. If it is missing from the next `read`, the cache starts anew. */
  recordWritten(operation: ControlOperation): void {
    this.#operations.set(operation.id, operation);
  }

  get operations(): ControlOperation[] {
    return [...this.#operations.values()].filter((operation) => operation !== null);
  }

  get log(): ControlLog {
    return this.#log;
  }

  get state(): ControlState {
    return getControlState(this.#log);
  }

  /** Parses like `parseControl`, and keeps a valid operation for the next `read`. */
  parse(payload: Uint8Array): ParsedControl {
    const parsed = parseControl(this.#crypto, payload);
    if (parsed.ok) this.#parsed.set(parsed.operation.id, parsed.operation);
    return parsed;
  }

  #addPayload(id: string, payload: Uint8Array): void {
    const known = this.#parsed.get(id);
    const parsed = known ? ({ ok: true, operation: known } as const) : parseControl(this.#crypto, payload);
    this.#operations.set(id, parsed.ok ? parsed.operation : null);
    if (parsed.ok) this.#log.add(parsed.operation);
  }

  /** Returns the id of a payload, cached by the byte array the store keeps. */
  #getId(payload: Uint8Array): string {
    const id = this.#ids.get(payload) ?? bytesToHex(this.#crypto.sha256(payload));
    this.#ids.set(payload, id);
    return id;
  }

  #newLog(): ControlLog {
    return new ControlLog(this.#crypto, this.#keys.databaseId, this.#keys.genesis);
  }
}

const caches = new WeakMap<SyncKeys, ControlLogCache>();
