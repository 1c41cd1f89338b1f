/** Prefixes of hashed content (domain separation): a digest for one purpose is invalid for another. */
export const COMMIT_DOMAIN = 'service-archive/commit/2\n';
export const SNAPSHOT_DOMAIN = 'service-archive/snapshot/2\n';
