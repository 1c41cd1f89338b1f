import type { EntityName } from '../entities.js';
import { canonicalJson } from '../json/canonical-json.js';
import { parseCanonical } from '../json/canonical-line.js';
import { LIMITS } from '../limits.js';
import { failWith, makeProblem, type Result } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import { canonicalRecord } from './canonical-record.js';
import { type ArchiveRecord, recordSchemas } from './schemas.js';

/**
 * Returns the line of a record, without its LF.
 *
 * @throws TypeError for an invalid record of the entity, so that none is ever written
 */
export function serializeRecord<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): string {
  const line = canonicalRecord(entity, record);
  if (line !== null) return line;
  const checked = check(entity, record);
  if (!checked.ok) throw new TypeError(`Invalid record of ${entity}: ${checked.problems[0]?.detail}`);
  return canonicalJson(checked.value);
}

/**
 * Bound of the JSON size of a UTF-16 unit: at most six bytes, as in `\u001f`. The fields beside title and body are
 * short.
 */
const MAX_BYTES_PER_UNIT = 6;
const MAX_OTHER_FIELDS_BYTES = 16 * 1024;

/**
 * Returns true when the body of a revision fits into its record. Otherwise the record has a null body, and the body is
 * a blob.
 */
export function fitsInline(revision: ArchiveRecord<'revisions'>): boolean {
  const units = revision.title.length + (revision.body?.length ?? 0);
  if (units * MAX_BYTES_PER_UNIT + MAX_OTHER_FIELDS_BYTES < LIMITS.inlineLineBytes) return true;
  return encodeUtf8(canonicalJson(revision)).length < LIMITS.inlineLineBytes;
}

/** Parses a line without its LF. The line has to be canonical and to have exactly the fields of its entity. */
export function parseRecord<Entity extends EntityName>(
  entity: Entity,
  line: Uint8Array,
): Result<ArchiveRecord<Entity>> {
  const record = parseCanonical(line, (value) => canonicalRecord(entity, value));
  if (record !== undefined) return { ok: true, value: record as ArchiveRecord<Entity> };
  const value = parseCanonical(line);
  return value === undefined ? rejectRecord('The record is not canonical JSON') : check(entity, value);
}

function check<Entity extends EntityName>(entity: Entity, value: unknown): Result<ArchiveRecord<Entity>> {
  const checked = recordSchemas[entity].safeParse(value);
  if (checked.success) return { ok: true, value: checked.data as ArchiveRecord<Entity> };
  const field = checked.error.issues[0]?.path[0];
  return rejectRecord(
    typeof field === 'string'
      ? `The field ${field} is invalid`
      : 'The record is not an object with the fields of its entity',
  );
}

const rejectRecord = (detail: string) => failWith(makeProblem('archive_record_invalid', detail));
