import { LIMITS } from '../limits.js';
import { locateObject, PACK_HEADER_BYTES, PACK_PREFIX_BYTES, type StoredObject } from '../manifest/location.js';
import { fanoutPath, foldPath, MANIFEST_PATH, packPath } from '../paths.js';
import { type ArchiveErrorCode, makeProblem, type Problem } from '../problems.js';

interface PackState {
  readonly path: string;
  /** End of the last object seen in the pack, in bytes. */
  end: number;
}

/** Reserved paths: folders with files named by digest, and the files of the format itself. */
const RESERVED = /^(?:objects|packs|manifests|\.export)(?:\/|$)/;

/**
 * Records which object claims which bytes of which file, over a whole archive. Objects at their usual paths cannot
 * collide. Paths that differ from the usual ones are stored, up to a bound. Objects of a pack come in ascending order,
 * so one number per pack is enough.
 */
export class FileClaims {
  readonly #packs = new Map<string, PackState>();
  readonly #ownPaths = new Map<string, string>();

  /** Number of distinct packs so far. */
  get packs(): number {
    return this.#packs.size;
  }

  /** Claims the bytes of an object. Returns a problem when they overlap those of another object, or may do so. */
  claim(stored: StoredObject): Problem | null {
    const { path, pack } = locateObject(stored);
    const usual = pack === null ? fanoutPath(stored.sha256) : packPath(pack.sha256);
    const refusal = path === usual ? null : this.#claimPath(path, pack?.sha256 ?? null);
    if (refusal !== null || pack === null) return refusal;
    return this.#claimRange(path, pack, stored.size_bytes);
  }

  /**
   * Claims a path. `pack` is the digest of the pack at this path; null for a single object, whose file is never shared.
   */
  #claimPath(path: string, pack: string | null): Problem | null {
    const folded = foldPath(path);
    if (folded === MANIFEST_PATH || RESERVED.test(folded))
      return makeFileProblem('archive_path_unsafe', 'The path is reserved by the format', path);
    const owner = this.#ownPaths.get(folded);
    if (owner !== undefined)
      return owner === pack ? null : makeFileProblem('archive_path_unsafe', 'Another file has the same path', path);
    if (this.#ownPaths.size === LIMITS.ownPaths)
      return makeFileProblem(
        'archive_limit_exceeded',
        `The archive has more than ${LIMITS.ownPaths} paths that do not follow from digests`,
        path,
      );
    this.#ownPaths.set(folded, pack ?? '');
    return null;
  }

  #claimRange(path: string, pack: { sha256: string; offset: number }, length: number): Problem | null {
    const known = this.#packs.get(pack.sha256);
    if (known === undefined && this.#packs.size === LIMITS.packsRead)
      return makeFileProblem('archive_limit_exceeded', `The archive has more than ${LIMITS.packsRead} packs`, path);
    const state = known ?? { path, end: PACK_HEADER_BYTES };
    if (state.path !== path) return makeFileProblem('archive_path_unsafe', 'The pack has two paths', path);
    if (pack.offset - PACK_PREFIX_BYTES < state.end)
      return makeFileProblem(
        'archive_pack_overlap',
        `The object begins before byte ${state.end}, where the previous one ends`,
        path,
      );
    state.end = pack.offset + length;
    this.#packs.set(pack.sha256, state);
    return null;
  }
}

const makeFileProblem = (code: ArchiveErrorCode, detail: string, file: string) => makeProblem(code, detail, { file });
