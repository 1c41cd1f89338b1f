import { type HashFactory, sha256 } from './hash.js';
import { canonicalJson } from './json/canonical-json.js';
import { encodeUtf8 } from './utf8.js';

/** What a selection is made of, in the order of its manifest. Relations between these follow from them. */
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
export type SelectionKind = (typeof SELECTION_KINDS)[number];

export interface SelectedEntity {
  readonly kind: SelectionKind;
  readonly id: string;
}

/** What a selection is of and for; `policy` is what was decided for it, defaults included. */
export interface SelectionHeader {
  readonly databaseId: string;
  readonly target: string;
  readonly policy: Readonly<Record<string, boolean>>;
}

/** The digest of a selection in the making, in constant memory. */
export interface SelectionManifest {
  /**
   * Takes the next entity: of the same kind with a greater id, or of a kind that comes later in {@link SELECTION_KINDS}.
   *
   * @throws TypeError for an id that no archive may hold, RangeError for one that is out of order or there already
   */
  add(entity: SelectedEntity): void;
  /** The digest of everything added; to be asked for once. */
  digest(): string;
}

/** Characters. */
const HASHED_AT_ONCE = 64 * 1024;

/** Ids are plain ASCII, so that comparing strings compares their bytes. */
const ID = /^[a-z0-9][a-z0-9_.:-]{1,127}$/;

/**
 * Begins the manifest of a selection: JSON Lines of a header and one line an entity, each canonical and ended by LF,
 * that nobody has to write down. Equal selections of a library have equal digests, however they were described.
 *
 * @throws TypeError when the header has no canonical JSON
 */
export function selectionManifest(
  { databaseId, target, policy }: SelectionHeader,
  newHash: HashFactory = sha256,
): SelectionManifest {
  const hash = newHash();
  /** Lines that are not hashed yet: one at a time they would cost most of the work. */
  let lines = '';
  const hashLines = () => {
    hash.update(encodeUtf8(lines));
    lines = '';
  };
  const line = (json: string) => {
    lines += `${json}\n`;
    if (lines.length >= HASHED_AT_ONCE) hashLines();
  };
  let last = { place: -1, id: '' };
  line(canonicalJson({ database_id: databaseId, format: 'service-selection', policy, target, version: 1 }));
  return {
    add: ({ kind, id }) => {
      const place = SELECTION_KINDS.indexOf(kind);
      if (place === -1 || !ID.test(id)) throw new TypeError('this is no entity of an archive');
      if (place < last.place || (place === last.place && id <= last.id))
        throw new RangeError('entities of a selection come in ascending order of kind and id, each once');
      last = { place, id };
      // Neither has anything that JSON escapes.
      line(`{"id":"${id}","kind":"${kind}"}`);
    },
    digest: () => {
      hashLines();
      return hash.digestHex();
    },
  };
}
