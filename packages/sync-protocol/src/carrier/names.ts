import { ARTIFACT_CLASSES, type ArtifactClass } from './carrier.js';

/** Maximum number of artifacts in one page of a listing. */
export const MAX_PAGE_SIZE = 1000;

const NAMESPACE = /^rep_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Returns true when a text is a namespace, which is the id of the replica that writes it. */
export const isNamespace = (text: string) => NAMESPACE.test(text);

/** Returns true when a text names a class of artifacts. */
export const isArtifactClass = (text: string): text is ArtifactClass =>
  (ARTIFACT_CLASSES as readonly string[]).includes(text);
