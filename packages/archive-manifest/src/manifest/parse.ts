import type { z } from 'zod';
import { readJson } from '../json/read-json.js';
import { LIMITS } from '../limits.js';
import { failWith, makeProblem, type Problem, type Result } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { FORMAT, type Manifest, manifestSchema, VERSION } from './schema.js';

const UNREADABLE = {
  utf8: makeProblem('archive_manifest_malformed', 'The manifest is not UTF-8'),
  syntax: makeProblem('archive_manifest_malformed', 'The manifest is not valid JSON'),
  depth: makeProblem('archive_manifest_malformed', `The manifest nests more than ${LIMITS.jsonDepth} levels deep`),
};

/**
 * Parses the manifest file: its size, JSON, version and schema. `checkManifest` checks rules between fields;
 * `verifyCommit` detects alterations.
 */
export function parseManifest(input: string | Uint8Array): Result<Manifest> {
  const bytes = typeof input === 'string' ? encodeUtf8(input) : input;
  if (bytes.length > LIMITS.manifestBytes)
    return failWith(
      makeProblem(
        'archive_manifest_oversize',
        `The manifest has ${bytes.length} bytes; the maximum is ${LIMITS.manifestBytes}`,
      ),
    );
  const read = readJson(bytes);
  if ('flaw' in read) return failWith(read.flaw === 'duplicate' ? reportRepeated(read.key) : UNREADABLE[read.flaw]);
  const unsupported = checkVersion(read.value);
  return unsupported === null ? validateManifest(read.value) : failWith(unsupported);
}

const reportRepeated = (key: string): Problem =>
  makeProblem('archive_duplicate_key', `An object has two members with the name ${escapeName(key)}`);

/** Checks the version first, so that a manifest of a later version is not read by the schema of this one. */
function checkVersion(value: unknown): Problem | null {
  const { format, version, compatibility } = getMembers(value);
  const { minimum_reader_version: reader } = getMembers(compatibility);
  if (format !== FORMAT) return null;
  if (typeof version === 'number' && version !== VERSION)
    return makeProblem(
      'archive_version_unsupported',
      `The archive has format version ${version}; this program reads version ${VERSION}`,
      { path: ['version'] },
    );
  if (typeof reader === 'number' && reader > VERSION)
    return makeProblem('archive_version_unsupported', `The archive needs a reader of format version ${reader}`, {
      path: ['compatibility', 'minimum_reader_version'],
    });
  return null;
}

const getMembers = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Validates a value against the manifest schema, each field by itself. */
export function validateManifest(value: unknown): Result<Manifest> {
  const checked = manifestSchema.safeParse(value);
  if (checked.success) return { ok: true, value: checked.data };
  return failWith(...checked.error.issues.slice(0, LIMITS.problems).map(fromIssue));
}

function fromIssue(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const detail = issue.code === 'unrecognized_keys' ? describeUnknown(issue.keys) : issue.message;
  return makeProblem('archive_schema_invalid', detail, { path });
}

const MAX_NAMED_FIELDS = 3;
const MAX_NAME_CHARACTERS = 64;

/** Lists fields that the format does not define. The names are untrusted, so they are cut and escaped. */
function describeUnknown(fields: readonly string[]): string {
  const names = fields.slice(0, MAX_NAMED_FIELDS).map(escapeName).join(', ');
  if (fields.length === 1) return `Unknown field: ${names}`;
  return `${fields.length} unknown fields: ${names}${fields.length > MAX_NAMED_FIELDS ? ', …' : ''}`;
}

function escapeName(name: string): string {
  const whole = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(whole).replaceAll(/[^ -~…]/g, toEscape);
}
