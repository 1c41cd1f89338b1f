import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import type { z } from 'zod';
import { CarrierError } from './carrier.js';
import { backupAnswer } from './peer-answers.js';
import { parsed, refusalOf } from './peer-http.js';
import type { RestCarrier } from './rest-carrier.js';

/** A backup that a peer has made, as it says. */
export type BackupOffer = Readonly<z.output<typeof backupAnswer>>;

/** Bytes of a backup that a peer answers at once, at most. */
export const BACKUP_RANGE_BYTES = 16 * 1024 * 1024;

/** The backups of a peer: see "Peer routes" of the specification. Nothing they say of themselves is to be believed. */
export class RestBackups {
  readonly #peer: Pick<RestCarrier, 'ask'>;
  readonly #now: () => number;

  constructor(peer: Pick<RestCarrier, 'ask'>, now: () => number) {
    this.#peer = peer;
    this.#now = now;
  }

  /**
   * Asks for a backup; null while the peer makes one. Asked again with the same key, it is the same backup.
   *
   * @throws CarrierError `refused` where this replica may not have one, and as a carrier does
   */
  async request(requestKey: string): Promise<BackupOffer | null> {
    const body = encodeUtf8(JSON.stringify({ request_key: requestKey }));
    const headers = { 'Content-Type': 'application/json' };
    const { answer } = await this.#peer.ask({ method: 'POST', target: '/api/v1/sync/backups', body, headers });
    if (answer.status === 409) return null;
    if (answer.status !== 201) throw refusalOf(answer, this.#now());
    return parsed(backupAnswer, answer.body);
  }

  /** Some of its bytes, at most `BACKUP_RANGE_BYTES`; null where it is not there, or no more. @throws CarrierError */
  async read(backupId: string, start: number, length: number): Promise<Uint8Array | null> {
    const headers = { Range: `bytes=${start}-${start + length - 1}` };
    const { answer } = await this.#peer.ask({ method: 'GET', target: `/api/v1/sync/backups/${backupId}`, headers });
    if (answer.status === 404) return null;
    if (answer.status !== 206) throw refusalOf(answer, this.#now());
    if (answer.body.length === 0 || answer.body.length > length)
      throw new CarrierError('refused', 'it answers another range than it was asked for');
    return answer.body;
  }
}
