import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { compareBytes, concat } from '../../bytes.js';
import type { OperationGroups } from '../../merge/groups.js';
import { computeNoteStates, type NoteState } from '../../merge/note.js';
import { buildNotebookTree, type NotebookView } from '../../merge/notebooks.js';
import { computeResource, type ResourceView } from '../../merge/resources.js';
import { computeSearches, type SearchView } from '../../merge/searches.js';
import { type BundleView, computeBundle, computeProvenance, type ProvenanceView } from '../../merge/sources.js';
import { computeTagNames, type TagView } from '../../merge/tags.js';
import { findReferences, groupLineages, readInlineBody, type TextReader, type View } from '../../merge/view.js';
import type { YieldControl } from './yield-control.js';

/*
 * leaf   = SHA-256 of the canonical JSON of [key, value]
 * bucket = SHA-256 of its leaves in order of their keys; 4,096 of them, by the first 12 bits of SHA-256 of the key
 * node   = SHA-256 of 64 buckets; of a bucket without leaves, 32 zeros
 * root   = SHA-256 of the 64 nodes
 */

const BUCKETS = 4096;
const FAN = 64;

/** Entry of a library in its digest. */
export interface Leaf {
  readonly key: string;
  readonly digest: Uint8Array;
}

/** Function that returns the SHA-256 of bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/**
 * Makes the leaves of each kind of entity: the content that users see, without times. Members are in canonical order,
 * which needs no sorting.
 *
 * @param hash SHA-256 of the platform, which is several times faster than the portable default
 */
export function createLeaves(hash: Sha256 = sha256) {
  const makeLeaf = (key: string, value: unknown): Leaf => ({
    key,
    digest: hash(encodeUtf8(canonicalJson([key, value]))),
  });
  const hashText = (text: string) => bytesToHex(hash(encodeUtf8(text)));
  return {
    /** @param bodySha256 SHA-256 of the body in hexadecimal, if known */
    note: (note: NoteState, bodySha256 = hashText(note.body)): Leaf =>
      makeLeaf(`note:${note.id}`, {
        attachments: note.attachments.map(({ resource, relation }) => [resource, relation]),
        body_sha256: bodySha256,
        heads: note.heads,
        home: note.home,
        losers: note.losers.map(({ revisionId }) => revisionId),
        tags: note.tagIds,
        title: note.title,
        trashed: note.trashedAt !== null,
      }),
    notebook: ({ id, name, parent, iconEmoji }: NotebookView): Leaf =>
      makeLeaf(`notebook:${id}`, { icon_emoji: iconEmoji, name, parent }),
    tag: ({ id, name }: TagView): Leaf => makeLeaf(`tag:${id}`, { name }),
    search: ({ id, name, query, iconEmoji }: SearchView): Leaf =>
      makeLeaf(`search:${id}`, { icon_emoji: iconEmoji, name, query }),
    resource: ({ id, sha256: digest, sizeBytes, mimeType, filename }: ResourceView): Leaf =>
      makeLeaf(`resource:${id}`, { filename, mime: mimeType, sha256: digest, size: sizeBytes }),
    bundle: ({ id, sha256: digest, sizeBytes, kind }: BundleView): Leaf =>
      makeLeaf(`bundle:${id}`, { kind, sha256: digest, size: sizeBytes }),
    provenance: (target: string, sources: readonly ProvenanceView[]): Leaf =>
      makeLeaf(
        `provenance:${target}`,
        sources.map(({ sourceKind, sourceId, contentSha256 }) => [sourceKind, sourceId, contentSha256]),
      ),
  } as const;
}

/** Leaf of each kind of entity, with the portable SHA-256. */
export const LEAVES = createLeaves();

/** Returns the bucket of a key, 0 to 4,095. */
function getBucket(key: Uint8Array, hash: Sha256): number {
  const [first, second] = hash(key) as unknown as [number, number];
  return (first << 4) | (second >> 4);
}

const DIGEST = 32;
const EMPTY_BUCKET = new Uint8Array(DIGEST);
/** Bytes of a serialized tree: numbers of leaves and of bytes of keys, then of each leaf without its key. */
const HEADER_BYTES = 8;
const LEAF_BYTES = DIGEST + 4 + 2;
/** Numbers of leaves and of bytes of their keys for which a tree has room at first. */
const FIRST_LEAVES = 1024;
const FIRST_KEY_BYTES = 64 * FIRST_LEAVES;

/**
 * Hash tree over the leaves of a library, added in any order. It holds only the key and the digest of each leaf, in a
 * few arrays of numbers: some 80 bytes a leaf.
 */
export class LeafTree {
  readonly #hash: Sha256;
  #count = 0;
  #digests = new Uint8Array(FIRST_LEAVES * DIGEST);
  /** Bucket of each leaf. */
  #buckets = new Uint16Array(FIRST_LEAVES);
  /** Keys of all leaves in UTF-8, and the offset after each. */
  #keys = new Uint8Array(FIRST_KEY_BYTES);
  #keyEnds = new Uint32Array(FIRST_LEAVES);

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash;
  }

  /**
   * Restores a tree from the bytes of {@link serialize}. Checks no digest: keep one of the bytes.
   *
   * @returns null when the bytes are not those of a tree
   */
  static parse(bytes: Uint8Array, hash: Sha256 = sha256): LeafTree | null {
    if (bytes.length < HEADER_BYTES) return null;
    // The slices of a Buffer of Node share its memory.
    const source = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const [count = 0, keyBytes = 0] = new Uint32Array(source.slice(0, HEADER_BYTES).buffer);
    if (bytes.length !== HEADER_BYTES + count * LEAF_BYTES + keyBytes) return null;
    const tree = new LeafTree(hash);
    const endsAt = HEADER_BYTES + count * DIGEST;
    const bucketsAt = endsAt + count * 4;
    const keysAt = bucketsAt + count * 2;
    tree.#count = count;
    tree.#digests = source.slice(HEADER_BYTES, endsAt);
    tree.#keyEnds = new Uint32Array(source.slice(endsAt, bucketsAt).buffer);
    tree.#buckets = new Uint16Array(source.slice(bucketsAt, keysAt).buffer);
    tree.#keys = source.slice(keysAt);
    return tree;
  }

  /** Returns all leaves as bytes, in the byte order of this machine. */
  serialize(): Uint8Array {
    const keyBytes = this.#getKeyStart(this.#count);
    const toBytes = (numbers: Uint16Array | Uint32Array) => new Uint8Array(numbers.slice(0, this.#count).buffer);
    return concat(
      new Uint8Array(Uint32Array.of(this.#count, keyBytes).buffer),
      this.#digests.subarray(0, this.#count * DIGEST),
      toBytes(this.#keyEnds),
      toBytes(this.#buckets),
      this.#keys.subarray(0, keyBytes),
    );
  }

  add({ key, digest }: Leaf): void {
    const bytes = encodeUtf8(key);
    const place = this.#count;
    const start = this.#getKeyStart(place);
    this.#count += 1;
    this.#digests = enlarge(this.#digests, this.#count * DIGEST);
    this.#buckets = enlarge(this.#buckets, this.#count);
    this.#keys = enlarge(this.#keys, start + bytes.length);
    this.#keyEnds = enlarge(this.#keyEnds, this.#count);
    this.#digests.set(digest, place * DIGEST);
    this.#buckets[place] = getBucket(bytes, this.#hash);
    this.#keys.set(bytes, start);
    this.#keyEnds[place] = start + bytes.length;
  }

  /** Replaces the leaf of the same key, or adds this one. Takes time linear in the number of leaves. */
  set(leaf: Leaf): void {
    const bytes = encodeUtf8(leaf.key);
    const place = this.#find(bytes);
    if (place === undefined) this.add(leaf);
    else this.#digests.set(leaf.digest, place * DIGEST);
  }

  #find(key: Uint8Array): number | undefined {
    const buckets = this.#buckets.subarray(0, this.#count);
    const bucket = getBucket(key, this.#hash);
    for (let place = buckets.indexOf(bucket); place !== -1; place = buckets.indexOf(bucket, place + 1))
      if (compareBytes(this.#getKey(place), key) === 0) return place;
    return undefined;
  }

  /** Returns a function that tells whether a leaf has a key, among the leaves of this moment. */
  indexKeys(): (key: string) => boolean {
    const { starts, places } = this.#sort();
    return (key) => {
      const bytes = encodeUtf8(key);
      const bucket = getBucket(bytes, this.#hash);
      const own = places.subarray(starts[bucket], starts[bucket + 1]);
      return own.some((place) => compareBytes(this.#getKey(place), bytes) === 0);
    };
  }

  /** Returns the root digest in hexadecimal. */
  root(): string {
    const { starts, places } = this.#sort();
    const emptyNode = this.#hash(new Uint8Array(FAN * DIGEST));
    const nodes = Array.from({ length: BUCKETS / FAN }, (_, node) => {
      if (starts[node * FAN] === starts[(node + 1) * FAN]) return emptyNode;
      const own = Array.from({ length: FAN }, (_, i) => {
        const bucket = node * FAN + i;
        return places.subarray(starts[bucket], starts[bucket + 1]);
      });
      return this.#hash(concat(...own.map((leaves) => (leaves.length === 0 ? EMPTY_BUCKET : this.#bucket(leaves)))));
    });
    return bytesToHex(this.#hash(concat(...nodes)));
  }

  /** Returns the places of leaves by bucket, and the start of each bucket in them. */
  #sort(): { readonly starts: Uint32Array; readonly places: Uint32Array } {
    const buckets = this.#buckets.subarray(0, this.#count);
    const starts = new Uint32Array(BUCKETS + 1);
    for (const bucket of buckets) starts[bucket + 1] = (starts[bucket + 1] as number) + 1;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      starts[bucket + 1] = (starts[bucket] as number) + (starts[bucket + 1] as number);
    const next = starts.slice();
    const places = new Uint32Array(this.#count);
    for (const [place, bucket] of buckets.entries()) {
      const at = next[bucket] as number;
      next[bucket] = at + 1;
      places[at] = place;
    }
    return { starts, places };
  }

  #bucket(leaves: Uint32Array): Uint8Array {
    const ordered = [...leaves].sort((a, b) => compareBytes(this.#getKey(a), this.#getKey(b)));
    return this.#hash(concat(...ordered.map((place) => this.#digests.subarray(place * DIGEST, (place + 1) * DIGEST))));
  }

  #getKey(place: number): Uint8Array {
    return this.#keys.subarray(this.#getKeyStart(place), this.#keyEnds[place]);
  }

  #getKeyStart(place: number): number {
    return place === 0 ? 0 : (this.#keyEnds[place - 1] as number);
  }
}

/** Returns an array with the same numbers and room for at least `length`. */
function enlarge<Numbers extends Uint8Array | Uint16Array | Uint32Array>(array: Numbers, length: number): Numbers {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => Numbers)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

/**
 * Computes the digest of a view, in hexadecimal. Equal libraries have equal digests, whatever the times of their parts.
 *
 * @param hash SHA-256 of the platform; portable by default
 */
export function computeViewDigest(view: View, hash?: Sha256): string {
  const tree = new LeafTree(hash);
  for (const leaf of listLeaves(view, hash === undefined ? LEAVES : createLeaves(hash))) tree.add(leaf);
  return tree.root();
}

function* listLeaves(view: View, leaves: typeof LEAVES): Iterable<Leaf> {
  for (const note of view.notes.values()) yield leaves.note(note);
  for (const notebook of view.notebooks.values()) yield leaves.notebook(notebook);
  for (const tag of view.tags.values()) yield leaves.tag(tag);
  for (const search of view.searches.values()) yield leaves.search(search);
  for (const resource of view.resources.values()) yield leaves.resource(resource);
  for (const bundle of view.bundles.values()) yield leaves.bundle(bundle);
  for (const [target, sources] of view.provenance) yield leaves.provenance(target, sources);
}

/**
 * Computes the digest of the view that operations make, without holding the whole view: each note is released after it
 * is hashed.
 *
 * @param texts see `view`
 * @param yieldControl called before each lineage, attachment and provenance
 * @param hash SHA-256 of the platform; portable by default
 */
export async function computeGroupsDigest(
  groups: OperationGroups,
  texts: TextReader = {},
  yieldControl?: YieldControl,
  hash?: Sha256,
): Promise<string> {
  const tree = new LeafTree(hash);
  const leaves = createLeaves(hash);
  const [referenced, used] = [new Set<string>(), new Set<string>()];
  const names = computeTagNames(groups.getOperations('tags'));
  for (const { root, operations } of groupLineages(groups)) {
    await yieldControl?.();
    for (const note of computeNoteStates(root, operations, texts.readBody ?? readInlineBody)) {
      tree.add(leaves.note(note));
      for (const id of findReferences(note, texts.embeds)) referenced.add(id);
      for (const tag of note.tagIds) used.add(names.canonical.get(tag) ?? '');
    }
  }
  for (const notebook of buildNotebookTree(groups.getOperations('notebooks')).values())
    tree.add(leaves.notebook(notebook));
  for (const tag of names.tags.values()) if (used.has(tag.id)) tree.add(leaves.tag(tag));
  for (const search of computeSearches(groups.getOperations('searches')).values()) tree.add(leaves.search(search));
  for (const id of groups.listIds('resource')) {
    await yieldControl?.();
    const resource = computeResource(groups.getOperations(`resource:${id}`), referenced.has(id));
    if (resource !== null) tree.add(leaves.resource(resource));
  }
  for (const id of groups.listIds('bundle')) {
    const bundle = computeBundle(groups.getOperations(`bundle:${id}`));
    if (bundle !== null) tree.add(leaves.bundle(bundle));
  }
  const hasLeaf = tree.indexKeys();
  for (const id of groups.listIds('provenance')) {
    await yieldControl?.();
    const isHere = hasLeaf(`note:${id}`) || hasLeaf(`resource:${id}`);
    const statements = isHere ? groups.getOperations(`provenance:${id}`) : [];
    if (statements.length > 0) tree.add(leaves.provenance(id, computeProvenance(statements)));
  }
  return tree.root();
}
