import { ARTIFACT_CLASSES, type ArtifactClass } from './carrier.js';

/** A listing answers at most so many artifacts at once. */
export const PAGE_MOST = 1000;

const NAMESPACE = /^rep_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A namespace is the replica id of who writes it. */
export const isNamespace = (text: string) => NAMESPACE.test(text);

export const isArtifactClass = (text: string): text is ArtifactClass =>
  (ARTIFACT_CLASSES as readonly string[]).includes(text);
