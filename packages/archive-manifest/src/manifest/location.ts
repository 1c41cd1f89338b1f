import { LIMITS } from '../limits.js';
import { checkPath, fanoutPath, packPath } from '../paths.js';
import { makeProblem, type Problem } from '../problems.js';
import type { Location } from './schema.js';

/** Stored bytes: an object of the index, or an index object itself. */
export interface StoredObject {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly location: Location;
}

/** File and offset of the bytes of an object. */
export interface ObjectPosition {
  readonly path: string;
  /** Null for an object that is a file of its own. */
  readonly pack: { readonly sha256: string; readonly offset: number } | null;
}

/** Length of the header at the start of a pack. */
export const PACK_HEADER_BYTES = 16;
/** Length of the prefix in front of each object of a pack. */
export const PACK_PREFIX_BYTES = 48;

const DIGEST = /^[0-9a-f]{64}$/;

const PACK_FIELDS = ['pack_sha256', 'offset', 'length'] as const;

/** Checks rules between the fields of a location. `at` is the path of the location in the manifest, for problems. */
export function checkLocation({ sha256, location, size_bytes }: StoredObject, at: Problem['path']): Problem[] {
  const problems: Problem[] = [];
  const add = (code: Problem['code'], field: keyof Location, detail: string) =>
    problems.push(makeProblem(code, detail, { path: [...at, field] }));
  const unsafe = location.path === undefined || isUsualPath(location, sha256) ? null : checkPath(location.path);
  if (unsafe !== null) add(unsafe.code, 'path', unsafe.detail);
  const inPack = location.layout === 'pack';
  for (const field of PACK_FIELDS)
    if ((location[field] !== undefined) !== inPack)
      add(
        'archive_schema_invalid',
        field,
        inPack ? 'An object in a pack needs this field' : 'Only an object in a pack has this field',
      );
  const { offset, length } = location;
  if (!inPack || offset === undefined || length === undefined) return problems;
  if (length !== size_bytes) add('archive_pack_range', 'length', 'The length differs from the size of the object');
  if (offset < PACK_HEADER_BYTES + PACK_PREFIX_BYTES)
    add('archive_pack_range', 'offset', 'The offset is before the first object of a pack');
  // Both are safe integers, so a sum that is rounded is far over the bound.
  if (offset + length > LIMITS.packBytes)
    add(
      'archive_pack_oversize',
      'offset',
      `The object ends beyond the maximum size of a pack, ${LIMITS.packBytes} bytes`,
    );
  return problems;
}

/** Returns true for the path that follows from a digest, which is the path of nearly every object and is safe. */
const isUsualPath = ({ path, pack_sha256 }: Location, sha256: string) =>
  DIGEST.test(pack_sha256 ?? sha256) &&
  path === (pack_sha256 === undefined ? fanoutPath(sha256) : packPath(pack_sha256));

/** Returns the file and offset of an object whose location has passed {@link checkLocation}. */
export function locateObject({ sha256, location }: StoredObject): ObjectPosition {
  const { layout, path, pack_sha256, offset } = location;
  if (layout === 'fanout' || pack_sha256 === undefined || offset === undefined)
    return { path: path ?? fanoutPath(sha256), pack: null };
  return { path: path ?? packPath(pack_sha256), pack: { sha256: pack_sha256, offset } };
}
