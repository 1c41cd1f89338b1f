import type { HashFactory } from '../hash.js';
import { encodeUtf8 } from '../utf8.js';
import { COMMIT_DOMAIN } from './domains.js';
import type { Manifest } from './schema.js';

/**
 * Parses the text of a manifest that was valid when its commit became known, as `serializeManifest` writes it. Needs no
 * schema, whose code takes longer to load than the rest of a start.
 *
 * @param commitSha256 commit of a manifest that was valid
 * @returns null for any other text, and for the same manifest with other white space
 */
export function parseKnownManifest(text: string, commitSha256: string, newHash: HashFactory): Manifest | null {
  // The commit is the first of the sorted members.
  const start = `{"commit_sha256":"${commitSha256}",`;
  if (!text.startsWith(start) || !text.endsWith('}\n')) return null;
  const hash = newHash();
  hash.update(encodeUtf8(`${COMMIT_DOMAIN}{${text.slice(start.length, -1)}`));
  return hash.digestHex() === commitSha256 ? (JSON.parse(text) as Manifest) : null;
}
