import type { z } from 'zod';
import { type ErrorCode, errorCodes, ServiceError } from './errors.js';
import { clip, describeIssue, MAX_QUOTED, omitWiderLimits, selectIssue } from './issue.js';
import { type Operation, pathParameters } from './operation.js';
import { createUnknownFieldError } from './unknown-fields.js';

/** Names of the entities that a path identifies, by path parameter. */
const ENTITY_NAMES: Readonly<Record<string, string>> = {
  document_id: 'note',
  revision_id: 'revision',
  resource_id: 'attachment',
  notebook_id: 'notebook',
  search_notebook_id: 'saved search',
  collection_id: 'collection',
  job_id: 'job',
  conflict_id: 'conflict',
  replica_id: 'device',
};

/**
 * Returns the error of an unknown id.
 *
 * @param object kind of the object and its id: `note "doc_…"`
 */
export const createUnknownIdError = (object: string): ServiceError =>
  new ServiceError('not_found', `There is no ${object}. Check the id`);

/**
 * Validates the input of an operation.
 *
 * @throws ServiceError `not_found` when an identifier in the path is malformed, `body_too_large` when a text exceeds
 * its limit, otherwise `validation_failed` naming the first invalid field, or the unknown ones.
 */
export function parseInput<Row extends Operation>(row: Row, raw: unknown): z.output<Row['input']> {
  const result = row.input.safeParse(raw);
  if (result.success) return result.data as z.output<Row['input']>;
  throw refusal(row, selectIssue(omitWiderLimits(result.error.issues)), raw);
}

function refusal(row: Operation, issue: z.core.$ZodIssue, raw: unknown): ServiceError {
  const field = issue.path.join('.');
  const inPath = row.http !== null && pathParameters(row.http.path).includes(String(issue.path[0]));
  if (inPath && issue.path[0] !== 'tag') {
    const given = (raw as Record<string, unknown>)[field];
    const name = typeof given === 'string' ? JSON.stringify(clip(given, MAX_QUOTED)) : 'with this id';
    return createUnknownIdError(`${ENTITY_NAMES[field] ?? 'object'} ${name}`);
  }
  if (issue.code === 'unrecognized_keys') return createUnknownFieldError(row, issue.path, issue.keys);
  const code = issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;
  const known = code !== undefined && Object.hasOwn(errorCodes, code) ? code : 'validation_failed';
  const problem = clip(describeIssue(issue));
  return new ServiceError(known, field === '' ? problem : `${clip(field)}: ${problem}`);
}

/** @throws ServiceError `precondition_required` when the row requires a revision and the call names none */
export function checkPrecondition(
  row: { precondition?: Operation['precondition'] | undefined },
  base: string | undefined,
): void {
  if (base === undefined && row.precondition === 'required') {
    throw new ServiceError(
      'precondition_required',
      'The revision is missing. Send base_revision_id or If-Match with the revision that you read',
    );
  }
}

/** Checks the confirmation of a permanent deletion by exact comparison. */
export function checkConfirmation(row: Operation, input: Record<string, unknown>): void {
  if (row.confirmation?.input === undefined) return;
  const expected = `${row.confirmation.word}:${String(input[row.confirmation.input])}`;
  if (input.confirmation !== expected) {
    throw new ServiceError(
      'precondition_required',
      `The confirmation is missing or wrong. Send X-Service-Confirmation: ${expected}`,
    );
  }
}
