/** Oldest supported release of Node. `engines` of every package names the same release. */
export const OLDEST_NODE = { major: 20, minor: 19 } as const;

/**
 * Explains in one sentence that a release of Node is too old; undefined when the release is supported.
 *
 * @param version version in the form of `process.versions.node`
 */
export function explainOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor);
  return isOld
    ? `Notes needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is Node ${version}`
    : undefined;
}
