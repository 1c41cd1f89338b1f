import type { Hash } from '../hash.js';
import { concatBytes } from '../lines.js';
import { PACK_HEADER_BYTES, PACK_PREFIX_BYTES } from '../manifest/location.js';
import { areBytesEqual, type PackKind, packHeader, packPrefix } from '../manifest/pack.js';
import { makeProblem, type Problem } from '../problems.js';
import type { ObjectFiles } from './check-presence.js';
import type { Range, Run } from './run.js';

interface PackedObject {
  readonly kind: PackKind;
  readonly sha256: string;
}

interface OpenPack {
  readonly path: string;
  readonly sha256: string;
  /** Null for a pack that was hashed before, or that the reader hashes. */
  readonly hash: Hash | null;
  /** Pending digest where the reader hashes the pack. */
  readonly digest: Promise<string | null> | null;
  /** Differences between pack and index, which are not reported for an altered pack. */
  readonly contradictions: Problem[];
  /** Offset up to which the pack is hashed. */
  at: number;
}

/**
 * Hashes whole packs while their objects are read. Uses the bytes that are read anyway, once where the objects of a
 * pack follow each other in the index, or the digests of the reader.
 */
export class PackReader {
  readonly #run: Run;
  readonly #files: ObjectFiles;
  readonly #hashed = new Set<string>();
  #open: OpenPack | null = null;

  constructor(run: Run, files: ObjectFiles) {
    this.#run = run;
    this.#files = files;
  }

  /** Seeks to an object that lies within its pack; returns the hashes that have to receive its bytes. */
  async seek(entry: PackedObject, { path, offset, length }: Range, sha256: string): Promise<Hash[]> {
    if (this.#open?.sha256 !== sha256) {
      await this.finish();
      this.#open = await this.#begin(path, sha256);
    }
    const pack = this.#open;
    await this.#hashUpTo(pack, offset - PACK_PREFIX_BYTES);
    const prefix = await this.#readBytes(pack, offset - PACK_PREFIX_BYTES, PACK_PREFIX_BYTES);
    if (!areBytesEqual(prefix, packPrefix(entry.kind, entry.sha256, length)))
      pack.contradictions.push(
        makeProblem('archive_pack_frame', 'The prefix of the object in the pack differs from the index', {
          file: path,
          object: entry.sha256,
        }),
      );
    pack.at = offset + length;
    return pack.hash === null ? [] : [pack.hash];
  }

  /** Hashes the rest of the open pack. */
  async finish(): Promise<void> {
    const pack = this.#open;
    this.#open = null;
    if (pack === null) return;
    const digest = await this.#computeDigest(pack);
    if (digest === null || digest === pack.sha256) this.#run.report(...pack.contradictions);
    else
      this.#run.reportProblem('archive_pack_digest', 'The content does not match its SHA-256', {
        file: pack.path,
        object: pack.sha256,
      });
  }

  /** Returns null for a pack that was hashed before. */
  async #computeDigest(pack: OpenPack): Promise<string | null> {
    if (pack.digest !== null) return pack.digest;
    const size = await this.#files.packSize(pack.path);
    if (pack.hash === null || size === null) return null;
    await this.#hashUpTo(pack, size);
    return pack.hash.digestHex();
  }

  async #begin(path: string, sha256: string): Promise<OpenPack> {
    const isKnown = this.#hashed.has(sha256);
    this.#hashed.add(sha256);
    const digest = isKnown ? null : (this.#run.reader.digest?.(path) ?? null);
    // The promise is awaited after the objects have been read, and may reject before.
    digest?.catch(() => {});
    const hash = isKnown || digest !== null ? null : this.#run.newHash();
    const pack: OpenPack = { path, sha256, hash, digest, contradictions: [], at: 0 };
    if (isKnown) return pack;
    if (!areBytesEqual(await this.#readBytes(pack, 0, PACK_HEADER_BYTES), packHeader()))
      pack.contradictions.push(
        makeProblem('archive_pack_frame', 'The pack header is invalid', { file: path, object: sha256 }),
      );
    pack.at = PACK_HEADER_BYTES;
    return pack;
  }

  /** Reads and hashes a few bytes. */
  async #readBytes({ path, hash }: OpenPack, offset: number, length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const slice of this.#run.slices({ path, offset, length })) {
      hash?.update(slice);
      parts.push(slice);
    }
    return concatBytes(parts);
  }

  async #hashUpTo({ path, hash, at }: OpenPack, end: number): Promise<void> {
    if (hash === null) return;
    for await (const slice of this.#run.slices({ path, offset: at, length: end - at })) hash.update(slice);
  }
}
