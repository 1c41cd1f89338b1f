import type { z } from 'zod';
import { type ErrorCode, ServiceError } from '../errors.js';
import { clip, describeIssue, omitWiderLimits, selectIssue } from '../issue.js';
import { countJsonValues, MAX_JSON_VALUES } from '../json-values.js';
import { listProperties } from '../unknown-fields.js';
import { advertise, type JsonSchema } from './advertise.js';
import type { Tool, ToolArguments, ToolName } from './table.js';

const MAX_PROBLEMS = 5;
/** Sizes that are lowered to their maximum rather than refused. */
const CLAMPED_FIELDS = new Set(['limit', 'detail_limit']);

/** Texts that can only mean one value of a type: the JSON of it, without any other spelling. */
const LITERALS: Readonly<Record<string, RegExp>> = { integer: /^(?:0|-?[1-9]\d{0,14})$/, boolean: /^(?:true|false)$/ };

/**
 * Number of further values that JSON in the strings of one call may contain. An interface that counts values counts a
 * string as one.
 */
interface ValueBudget {
  left: number;
}

/**
 * Reads the arguments of a call: corrects known errors of clients, then validates strictly.
 *
 * @throws ServiceError `precondition_required` when a required revision is missing; `not_found` when identifiers are
 * malformed, `cursor_invalid`, `body_too_large` when nothing else is wrong; `validation_failed` with the first problems
 * and the accepted arguments of the tool or of an object in it, or for over 50,000 values in strings
 */
export function readArguments<Name extends ToolName>(tool: Tool & { name: Name }, raw: unknown): ToolArguments<Name> {
  const { inputSchema } = advertise(tool);
  const read = coerceValue(inputSchema, raw ?? {}, { left: MAX_JSON_VALUES }) as Record<string, unknown>;
  if (tool.precondition === 'required' && read.base_revision_id === undefined)
    throw new ServiceError(
      'precondition_required',
      'base_revision_id is missing. Send the current_revision_id that you last read',
    );
  const result = tool.arguments.safeParse(read);
  if (result.success) return result.data as ToolArguments<Name>;
  throw refusal(omitWiderLimits(result.error.issues), inputSchema);
}

function refusal(issues: readonly z.core.$ZodIssue[], schema: JsonSchema): ServiceError {
  const problems = issues.slice(0, MAX_PROBLEMS).map(describeProblem);
  const selected = selectIssue(issues);
  const message = describeProblem(selected);
  const [code] = issues.map(getErrorCode);
  if (code !== undefined && issues.every((issue) => getErrorCode(issue) !== undefined))
    return new ServiceError(code, message);
  return new ServiceError('validation_failed', message, {
    details: { problems, accepted_arguments: listAccepted(schema, selected) },
  });
}

/** Returns the arguments of the tool; of an unknown one in an object, those of the object, each with its path. */
function listAccepted(schema: JsonSchema, issue: z.core.$ZodIssue): string[] {
  const path = issue.code === 'unrecognized_keys' ? issue.path : [];
  return listProperties(schema, path).map((name) => [...path, name].join('.'));
}

/** Returns the error code that a violated rule asks for. */
const getErrorCode = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;

function describeProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return clip(`${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: unknown argument`);
  const path = issue.path.join('.');
  return clip(path === '' ? describeIssue(issue) : `${path}: ${describeIssue(issue)}`);
}

/**
 * Corrects a value to its probable meaning: null means absent, JSON in a string is parsed where a list, an object, a whole
 * number or a Boolean is expected, a single string becomes a list, and a page size over the maximum is lowered. All other
 * values stay unchanged.
 */
function coerceValue(schema: JsonSchema, value: unknown, room: ValueBudget): unknown {
  const literal = schema.type === undefined ? undefined : LITERALS[schema.type];
  if (literal !== undefined) return typeof value === 'string' && literal.test(value) ? JSON.parse(value) : value;
  if (schema.type === 'object') return coerceObject(schema, parseJsonText(value, room), room);
  if (schema.type !== 'array') return value;
  const list = parseJsonText(value, room);
  if (Array.isArray(list)) return list.map((item) => coerceValue(schema.items ?? {}, item, room));
  return typeof list === 'string' && schema.items?.type === 'string' ? [list] : list;
}

function coerceObject({ properties = {} }: JsonSchema, value: unknown, room: ValueBudget): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([key, part]) => part !== null || !Object.hasOwn(properties, key));
  const coerceProperty = (key: string, part: unknown) =>
    Object.hasOwn(properties, key) ? coerceField(key, properties[key], part, room) : part;
  return Object.fromEntries(fields.map(([key, part]) => [key, coerceProperty(key, part)]));
}

function coerceField(key: string, schema: JsonSchema = {}, value: unknown, room: ValueBudget): unknown {
  const { maximum } = schema;
  const read = coerceValue(schema, value, room);
  const isOver = CLAMPED_FIELDS.has(key) && typeof read === 'number' && maximum !== undefined && read > maximum;
  return isOver ? maximum : read;
}

/** Parses a string of JSON that contains a list or an object; returns any other value unchanged. */
function parseJsonText(value: unknown, room: ValueBudget): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  room.left -= countJsonValues(value);
  if (room.left < 0)
    throw new ServiceError(
      'validation_failed',
      `The arguments contain more than ${MAX_JSON_VALUES} values. Send fewer`,
    );
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
