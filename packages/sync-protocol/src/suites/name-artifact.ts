import { createHash } from 'node:crypto';

/** Returns bytes with their artifact name. A string index is the locator of a blob. */
export function nameArtifact(
  index: number | string,
  bytes: Uint8Array,
): { readonly name: string; readonly bytes: Uint8Array } {
  const place = typeof index === 'string' ? index : index.toString(16).padStart(16, '0');
  return { name: `${place}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`, bytes };
}
