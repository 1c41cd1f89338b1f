import { LIMITS } from '../limits.js';
import { PACK_HEADER_BYTES, PACK_PREFIX_BYTES, placeOf, type Stored } from '../manifest/location.js';
import { fanoutPath, foldPath, MANIFEST_PATH, packPath } from '../paths.js';
import { type ArchiveErrorCode, type Problem, problem } from '../problems.js';

interface PackState {
  readonly path: string;
  /** Where the last object seen in it ends. */
  end: number;
}

/** Folders in which a file is named by its digest, and files that have a meaning. */
const RESERVED = /^(?:objects|packs|manifests|\.export)(?:\/|$)/;

/**
 * Which object has which bytes of which file, over a whole archive. An object of a usual path can meet no other; what
 * has a path of its own is kept, up to a bound. Objects of a pack come in ascending order, whatever lies between them,
 * so that of a pack one number is enough.
 */
export class FileClaims {
  readonly #packs = new Map<string, PackState>();
  readonly #ownPaths = new Map<string, string>();

  /** Distinct packs so far. */
  get packs(): number {
    return this.#packs.size;
  }

  /** Takes the bytes of an object; null unless they are another's, or may be. */
  claim(stored: Stored): Problem | null {
    const { path, pack } = placeOf(stored);
    const usual = pack === null ? fanoutPath(stored.sha256) : packPath(pack.sha256);
    const refusal = path === usual ? null : this.#takePath(path, pack?.sha256 ?? null);
    if (refusal !== null || pack === null) return refusal;
    return this.#takeRange(path, pack, stored.size_bytes);
  }

  /** `pack`: whose path it is; the file of a single object is never shared. */
  #takePath(path: string, pack: string | null): Problem | null {
    const folded = foldPath(path);
    if (folded === MANIFEST_PATH || RESERVED.test(folded))
      return refuse('archive_path_unsafe', 'is a path with a meaning of its own', path);
    const owner = this.#ownPaths.get(folded);
    if (owner !== undefined)
      return owner === pack ? null : refuse('archive_path_unsafe', 'is the path of another file', path);
    if (this.#ownPaths.size === LIMITS.ownPaths)
      return refuse(
        'archive_limit_exceeded',
        `more than ${LIMITS.ownPaths} paths that do not follow from digests`,
        path,
      );
    this.#ownPaths.set(folded, pack ?? '');
    return null;
  }

  #takeRange(path: string, pack: { sha256: string; offset: number }, length: number): Problem | null {
    const known = this.#packs.get(pack.sha256);
    if (known === undefined && this.#packs.size === LIMITS.packsRead)
      return refuse('archive_limit_exceeded', `more than ${LIMITS.packsRead} packs`, path);
    const state = known ?? { path, end: PACK_HEADER_BYTES };
    if (state.path !== path) return refuse('archive_path_unsafe', 'is a second path of one pack', path);
    if (pack.offset - PACK_PREFIX_BYTES < state.end)
      return refuse('archive_pack_overlap', `begins before ${state.end}, where the object before it ends`, path);
    state.end = pack.offset + length;
    this.#packs.set(pack.sha256, state);
    return null;
  }
}

const refuse = (code: ArchiveErrorCode, detail: string, file: string) => problem(code, detail, { file });
