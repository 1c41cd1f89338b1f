import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import { compareUtf8, encodeUtf8 } from '@notes/archive-manifest/utf8';
import { concat } from '../bytes.js';
import type { NoteState } from '../merge/note.js';
import type { NotebookView } from '../merge/notebooks.js';
import { groupBy } from '../merge/operations-by-name.js';
import type { ResourceView } from '../merge/resources.js';
import type { SearchView } from '../merge/searches.js';
import type { BundleView, ProvenanceView } from '../merge/sources.js';
import type { TagView } from '../merge/tags.js';
import type { View } from '../merge/view.js';

/*
 * leaf   = SHA-256 of the canonical JSON of [key, value]
 * bucket = SHA-256 of its leaves in order of their keys; 4,096 of them, by the first 12 bits of SHA-256 of the key
 * node   = SHA-256 of 64 buckets; of a bucket without leaves, 32 zeros
 * root   = SHA-256 of the 64 nodes
 */

const BUCKETS = 4096;
const FAN = 64;

/** One thing of a library in its digest. */
export interface Leaf {
  readonly key: string;
  readonly digest: Uint8Array;
}

const leaf = (key: string, value: unknown): Leaf => ({ key, digest: sha256(encodeUtf8(canonicalJson([key, value]))) });

const digestOfText = (text: string) => bytesToHex(sha256(encodeUtf8(text)));

/** What each thing of a library is to its digest: what people see of it, and no time. */
export const LEAVES = {
  /** @param bodySha256 Of the body, in hexadecimal, where it is known */
  note: (note: NoteState, bodySha256 = digestOfText(note.body)): Leaf =>
    leaf(`note:${note.id}`, {
      title: note.title,
      body_sha256: bodySha256,
      heads: note.heads,
      losers: note.losers.map(({ revisionId }) => revisionId),
      trashed: note.trashedAt !== null,
      home: note.home,
      tags: note.tagIds,
      attachments: note.attachments.map(({ resource, relation }) => [resource, relation]),
    }),
  notebook: ({ id, name, parent, iconEmoji }: NotebookView): Leaf =>
    leaf(`notebook:${id}`, { name, parent, icon_emoji: iconEmoji }),
  tag: ({ id, name }: TagView): Leaf => leaf(`tag:${id}`, { name }),
  search: ({ id, name, query, iconEmoji }: SearchView): Leaf =>
    leaf(`search:${id}`, { name, query, icon_emoji: iconEmoji }),
  resource: ({ id, sha256: digest, sizeBytes, mimeType, filename }: ResourceView): Leaf =>
    leaf(`resource:${id}`, { sha256: digest, size: sizeBytes, mime: mimeType, filename }),
  bundle: ({ id, sha256: digest, sizeBytes, kind }: BundleView): Leaf =>
    leaf(`bundle:${id}`, { sha256: digest, size: sizeBytes, kind }),
  provenance: (target: string, sources: readonly ProvenanceView[]): Leaf =>
    leaf(
      `provenance:${target}`,
      sources.map(({ sourceKind, sourceId, contentSha256 }) => [sourceKind, sourceId, contentSha256]),
    ),
} as const;

/** The bucket of a key: 0 to 4,095. */
export function bucketOf(key: string): number {
  const [first, second] = sha256(encodeUtf8(key)) as unknown as [number, number];
  return (first << 4) | (second >> 4);
}

export function bucketDigest(leaves: readonly Leaf[]): Uint8Array {
  const ordered = [...leaves].sort((a, b) => compareUtf8(a.key, b.key));
  return sha256(concat(...ordered.map(({ digest }) => digest)));
}

const EMPTY_BUCKET = new Uint8Array(32);
const EMPTY_NODE = sha256(new Uint8Array(FAN * EMPTY_BUCKET.length));

/** @param buckets The digests of those that have leaves @returns Hexadecimal */
export function rootDigest(buckets: ReadonlyMap<number, Uint8Array>): string {
  const used = new Set([...buckets.keys()].map((bucket) => Math.floor(bucket / FAN)));
  const nodes = Array.from({ length: BUCKETS / FAN }, (_, node) =>
    used.has(node)
      ? sha256(concat(...Array.from({ length: FAN }, (_, i) => buckets.get(node * FAN + i) ?? EMPTY_BUCKET)))
      : EMPTY_NODE,
  );
  return bytesToHex(sha256(concat(...nodes)));
}

/** What a replica says of its view, in hexadecimal: equal for equal libraries, whenever their parts were made. */
export function viewDigest(view: View): string {
  const buckets = groupBy(leavesOf(view), ({ key }) => bucketOf(key));
  return rootDigest(new Map([...buckets].map(([bucket, leaves]) => [bucket, bucketDigest(leaves)])));
}

function* leavesOf(view: View): Iterable<Leaf> {
  for (const note of view.notes.values()) yield LEAVES.note(note);
  for (const notebook of view.notebooks.values()) yield LEAVES.notebook(notebook);
  for (const tag of view.tags.values()) yield LEAVES.tag(tag);
  for (const search of view.searches.values()) yield LEAVES.search(search);
  for (const resource of view.resources.values()) yield LEAVES.resource(resource);
  for (const bundle of view.bundles.values()) yield LEAVES.bundle(bundle);
  for (const [target, sources] of view.provenance) yield LEAVES.provenance(target, sources);
}
