/** Classes of artifacts. Each has its own directory or route. */
export const ARTIFACT_CLASSES = ['members', 'ops', 'acks', 'blobs', 'snapshots', 'recovery'] as const;
/** Class of an artifact, one of {@link ARTIFACT_CLASSES}. */
export type ArtifactClass = (typeof ARTIFACT_CLASSES)[number];

/** Returns true when a text names a class of artifacts. */
export const isArtifactClass = (text: string): text is ArtifactClass =>
  (ARTIFACT_CLASSES as readonly string[]).includes(text);
