import { ARTIFACT_CLASSES, type ArtifactClass } from './carrier.js';

/** No artifact has more bytes. */
export const SEALED_MAX_BYTES = 1_000_000;

/** A listing answers at most so many artifacts at once. */
export const PAGE_MOST = 1000;

const NAMESPACE = /^rep_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const INDEXED = /^[0-9a-f]{16}-[0-9a-f]{32}$/;
const BLOB = /^[0-9a-f]{32}-[0-9a-f]{32}$/;

/** A namespace is the replica id of who writes it. */
export const isNamespace = (text: string) => NAMESPACE.test(text);

export const isArtifactClass = (text: string): text is ArtifactClass =>
  (ARTIFACT_CLASSES as readonly string[]).includes(text);

/** Whether an artifact of this class can have this name: index or locator, and the beginning of its digest. */
export const isArtifactName = (artifactClass: ArtifactClass, name: string) =>
  (artifactClass === 'blobs' ? BLOB : INDEXED).test(name);

/** The first 32 hexadecimal digits of the SHA-256 of an artifact, of the name it has. */
export const digestOfName = (name: string) => name.slice(-32);

/** The index of an artifact of an indexed class; null for one that is not counted exactly. */
export function indexOfName(name: string): number | null {
  const index = Number.parseInt(name.slice(0, 16), 16);
  return Number.isSafeInteger(index) && index > 0 ? index : null;
}
