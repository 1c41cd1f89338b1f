import { type HashFactory, sha256 } from './hash.js';
import { canonicalJson } from './json/canonical-json.js';
import { encodeUtf8 } from './utf8.js';

/** Kinds of entities in a selection, in the order of its manifest. Relations between them are derived. */
export const SELECTION_KINDS = [
  'collections',
  'documents',
  'notebooks',
  'resources',
  'revisions',
  'search_notebooks',
  'source_bundles',
  'tags',
] as const;
/** Kind of an entity of a selection, one of {@link SELECTION_KINDS}. */
export type SelectionKind = (typeof SELECTION_KINDS)[number];

/** Entity of a selection, by its kind and id. */
export interface SelectedEntity {
  readonly kind: SelectionKind;
  readonly id: string;
}

/** Library, purpose and resolved policy of a selection; `policy` includes defaults. */
export interface SelectionHeader {
  readonly databaseId: string;
  readonly target: string;
  readonly policy: Readonly<Record<string, boolean>>;
}

/** Incremental digest of a selection, in constant memory. */
export interface SelectionManifest {
  /**
   * Adds the next entity: of the same kind with a greater id, or of a kind that comes later in {@link SELECTION_KINDS}.
   *
   * @throws TypeError for an id that is invalid in an archive, RangeError for one out of order or repeated
   */
  add(entity: SelectedEntity): void;
  /** Adds the next entities of one kind, as {@link add}. Takes a fraction of the time of one call for each. */
  addAll(kind: SelectionKind, ids: readonly string[]): void;
  /** Returns the digest of everything added. May be called once. */
  digest(): string;
}

/** Number of characters hashed at once. */
const HASH_BATCH_CHARACTERS = 64 * 1024;

/** Ids are plain ASCII, so that comparing strings compares their bytes. */
const ID = /^[a-z0-9][a-z0-9_.:-]{1,127}$/;

/**
 * Starts the manifest of a selection: JSON Lines of a header and one line per entity, each canonical and ended by LF.
 * Only the digest is computed; the text is not stored. Equal selections of a library have equal digests, however they
 * were described.
 *
 * @throws TypeError when the header has no canonical JSON
 */
export function selectionManifest(
  { databaseId, target, policy }: SelectionHeader,
  newHash: HashFactory = sha256,
): SelectionManifest {
  const hash = newHash();
  /** Lines not hashed yet. Hashing each line by itself would cost most of the time. */
  let lines = '';
  const hashLines = () => {
    hash.update(encodeUtf8(lines));
    lines = '';
  };
  const addText = (text: string) => {
    lines += text;
    if (lines.length >= HASH_BATCH_CHARACTERS) hashLines();
  };
  let last = { place: -1, id: '' };
  addText(`${canonicalJson({ database_id: databaseId, format: 'service-selection', policy, target, version: 1 })}\n`);
  const addAll = (kind: SelectionKind, ids: readonly string[]) => {
    const place = SELECTION_KINDS.indexOf(kind);
    if (place === -1) throw new TypeError(`The kind is invalid: ${kind}`);
    if (place < last.place) throw createOrderError();
    checkIds(ids, place === last.place ? last.id : '');
    const id = ids.at(-1);
    if (id === undefined) return;
    last = { place, id };
    // Neither value has a character that JSON escapes.
    addText(`{"id":"${ids.join(`","kind":"${kind}"}\n{"id":"`)}","kind":"${kind}"}\n`);
  };
  return {
    addAll,
    add: ({ kind, id }) => addAll(kind, [id]),
    digest: () => {
      hashLines();
      return hash.digestHex();
    },
  };
}

/** @param after id of the same kind that comes before; empty for none */
function checkIds(ids: readonly string[], after: string): void {
  let last = after;
  for (const id of ids) {
    if (!ID.test(id)) throw new TypeError(`The id is invalid: ${JSON.stringify(id)}`);
    if (id <= last) throw createOrderError();
    last = id;
  }
}

const createOrderError = () =>
  new RangeError('Entities of a selection must be in ascending order of kind and id, each once');
