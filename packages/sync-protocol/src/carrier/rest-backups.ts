import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import type { z } from 'zod';
import { CarrierError } from './carrier.js';
import { backupAnswer } from './peer-answers.js';
import { isNotFound, parseAnswer, toRequestError } from './peer-http.js';
import type { RestCarrier } from './rest-carrier.js';

/** A backup that a peer made, as the peer describes it. */
export type BackupOffer = Readonly<z.output<typeof backupAnswer>>;

/** Maximum bytes of a backup in one answer. */
export const BACKUP_RANGE_BYTES = 16 * 1024 * 1024;

/**
 * Client for the backups of a peer, see "Peer routes" of the specification. The descriptions of backups are not
 * trusted.
 */
export class RestBackups {
  readonly #peer: Pick<RestCarrier, 'ask'>;
  readonly #now: () => number;

  constructor(peer: Pick<RestCarrier, 'ask'>, now: () => number) {
    this.#peer = peer;
    this.#now = now;
  }

  /**
   * Requests a backup; returns null while the peer is making one. A repeated request with the same key returns the same
   * backup.
   *
   * @throws CarrierError `refused` when this replica has no permission for backups; other codes as for a carrier
   */
  async request(requestKey: string): Promise<BackupOffer | null> {
    const body = encodeUtf8(JSON.stringify({ request_key: requestKey }));
    const headers = { 'Content-Type': 'application/json' };
    const { answer } = await this.#peer.ask({ method: 'POST', target: '/api/v1/sync/backups', body, headers });
    if (answer.status === 409) return null;
    if (answer.status !== 201) throw toRequestError(answer, this.#now());
    return parseAnswer(backupAnswer, answer.body);
  }

  /**
   * Reads a range of a backup.
   *
   * @param start byte offset
   * @param length bytes, at most `BACKUP_RANGE_BYTES`
   * @returns the bytes; null when the backup does not exist any more
   * @throws CarrierError when the peer refuses, or answers another range
   */
  async read(backupId: string, start: number, length: number): Promise<Uint8Array | null> {
    const headers = { Range: `bytes=${start}-${start + length - 1}` };
    const { answer } = await this.#peer.ask({ method: 'GET', target: `/api/v1/sync/backups/${backupId}`, headers });
    if (isNotFound(answer)) return null;
    if (answer.status !== 206) throw toRequestError(answer, this.#now());
    if (answer.body.length === 0 || answer.body.length > length)
      throw new CarrierError('refused', 'The service sent another range of the backup than the requested one.');
    return answer.body;
  }
}
