import type { z } from 'zod';
import { readJson } from '../json/read-json.js';
import { LIMITS } from '../limits.js';
import { failed, type Problem, problem, type Result } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { FORMAT, type Manifest, manifestSchema, VERSION } from './schema.js';

const UNREADABLE = {
  utf8: problem('archive_manifest_malformed', 'it is not UTF-8'),
  syntax: problem('archive_manifest_malformed', 'it is not JSON'),
  depth: problem('archive_manifest_malformed', `it nests more than ${LIMITS.jsonDepth} deep`),
  duplicate: problem('archive_duplicate_key', 'an object has two members of one name'),
};

/** Reads the file of a manifest: its size, its JSON, its version, its shape. What its fields say of one another is for {@link checkManifest}, whether it was altered for {@link verifyCommit}. */
export function parseManifest(input: string | Uint8Array): Result<Manifest> {
  const bytes = typeof input === 'string' ? encodeUtf8(input) : input;
  if (bytes.length > LIMITS.manifestBytes)
    return failed(
      problem('archive_manifest_oversize', `it has ${bytes.length} bytes, more than ${LIMITS.manifestBytes}`),
    );
  const read = readJson(bytes);
  if ('flaw' in read) return failed(UNREADABLE[read.flaw]);
  const unsupported = checkVersion(read.value);
  return unsupported === null ? validateManifest(read.value) : failed(unsupported);
}

/** Looks at the version alone, so that what a later version looks like needs no guess. */
function checkVersion(value: unknown): Problem | null {
  const { format, version, compatibility } = membersOf(value);
  const { minimum_reader_version: reader } = membersOf(compatibility);
  if (format !== FORMAT) return null;
  if (typeof version === 'number' && version !== VERSION)
    return problem('archive_version_unsupported', `it has version ${version}, not ${VERSION}`, { path: ['version'] });
  if (typeof reader === 'number' && reader > VERSION)
    return problem('archive_version_unsupported', `it needs a reader of version ${reader}`, {
      path: ['compatibility', 'minimum_reader_version'],
    });
  return null;
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Whether a value has the shape of a manifest, each field for itself. */
export function validateManifest(value: unknown): Result<Manifest> {
  const checked = manifestSchema.safeParse(value);
  if (checked.success) return { ok: true, value: checked.data };
  return failed(...checked.error.issues.slice(0, LIMITS.problems).map(fromIssue));
}

function fromIssue(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  // The names of fields nobody asked for may be anything.
  const detail = issue.code === 'unrecognized_keys' ? `has ${issue.keys.length} fields too many` : issue.message;
  return problem('archive_schema_invalid', detail, { path });
}
