import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import { compareUtf8, encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat } from '../../bytes.js';
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
function getBucket(key: string, hash: Sha256): number {
  const [first, second] = hash(encodeUtf8(key)) as unknown as [number, number];
  return (first << 4) | (second >> 4);
}

const DIGEST = 32;
const EMPTY_BUCKET = new Uint8Array(DIGEST);
const EMPTY_NODE = sha256(new Uint8Array(FAN * DIGEST));

/** Hash tree over the leaves of a library, added in any order. It holds only the key and the digest of each leaf. */
export class LeafTree {
  readonly #keys: string[] = [];
  /** Positions of leaves by bucket. */
  readonly #buckets = new Map<number, number[]>();
  readonly #hash: Sha256;
  #digests = new Uint8Array(1024 * DIGEST);

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash;
  }

  add({ key, digest }: Leaf): void {
    const place = this.#keys.push(key) - 1;
    const start = place * DIGEST;
    const bucket = getBucket(key, this.#hash);
    const places = this.#buckets.get(bucket);
    if (places === undefined) this.#buckets.set(bucket, [place]);
    else places.push(place);
    if (start === this.#digests.length) {
      const more = new Uint8Array(2 * start);
      more.set(this.#digests);
      this.#digests = more;
    }
    this.#digests.set(digest, start);
  }

  /** Returns the root digest in hexadecimal. */
  root(): string {
    const nodes = Array.from({ length: BUCKETS / FAN }, (_, node) => {
      const own = Array.from({ length: FAN }, (_, i) => this.#buckets.get(node * FAN + i));
      if (own.every((places) => places === undefined)) return EMPTY_NODE;
      return this.#hash(concat(...own.map((places) => (places === undefined ? EMPTY_BUCKET : this.#bucket(places)))));
    });
    return bytesToHex(this.#hash(concat(...nodes)));
  }

  #bucket(places: readonly number[]): Uint8Array {
    const keyAt = (place: number) => this.#keys[place] as string;
    const ordered = [...places].sort((a, b) => compareUtf8(keyAt(a), keyAt(b)));
    return this.#hash(concat(...ordered.map((place) => this.#digests.subarray(place * DIGEST, (place + 1) * DIGEST))));
  }
}

/**
 * Computes the digest of a view, in hexadecimal. Equal libraries have equal digests, whatever the times of their parts.
 */
export function computeViewDigest(view: View): string {
  const tree = new LeafTree();
  for (const leaf of listLeaves(view)) tree.add(leaf);
  return tree.root();
}

function* listLeaves(view: View): Iterable<Leaf> {
  for (const note of view.notes.values()) yield LEAVES.note(note);
  for (const notebook of view.notebooks.values()) yield LEAVES.notebook(notebook);
  for (const tag of view.tags.values()) yield LEAVES.tag(tag);
  for (const search of view.searches.values()) yield LEAVES.search(search);
  for (const resource of view.resources.values()) yield LEAVES.resource(resource);
  for (const bundle of view.bundles.values()) yield LEAVES.bundle(bundle);
  for (const [target, sources] of view.provenance) yield LEAVES.provenance(target, sources);
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
  const [here, referenced, used] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const names = computeTagNames(groups.getOperations('tags'));
  for (const { root, operations } of groupLineages(groups)) {
    await yieldControl?.();
    for (const note of computeNoteStates(root, operations, texts.readBody ?? readInlineBody)) {
      tree.add(leaves.note(note));
      here.add(note.id);
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
    if (resource === null) continue;
    tree.add(leaves.resource(resource));
    here.add(id);
  }
  for (const id of groups.listIds('bundle')) {
    const bundle = computeBundle(groups.getOperations(`bundle:${id}`));
    if (bundle !== null) tree.add(leaves.bundle(bundle));
  }
  for (const id of groups.listIds('provenance')) {
    await yieldControl?.();
    const statements = here.has(id) ? groups.getOperations(`provenance:${id}`) : [];
    if (statements.length > 0) tree.add(leaves.provenance(id, computeProvenance(statements)));
  }
  return tree.root();
}
