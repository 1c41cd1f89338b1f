import type { z } from 'zod';
import { type ErrorCode, ServiceError } from '../errors.js';
import { clip } from '../input.js';
import { describeIssue } from '../issue.js';
import { countJsonValues, MAX_JSON_VALUES } from '../json-values.js';
import { advertise, type JsonSchema } from './advertise.js';
import type { Tool, ToolArguments, ToolName } from './table.js';

const MAX_PROBLEMS = 5;
/** Where more than there can be is asked for, as much as there can be is meant. */
const LOWERED = new Set(['limit', 'detail_limit']);

/** How many more values the JSON in the strings of one call may hold; a door that counts values counts a string as one. */
interface Room {
  left: number;
}

/**
 * Reads the arguments of a call: mends what clients are known to get wrong, then validates strictly.
 *
 * @throws ServiceError `precondition_required` when a revision is needed and missing; `not_found` when identifiers are
 *   not well formed, `cursor_invalid`, `body_too_large` when nothing else is wrong; `validation_failed` with the first
 *   problems and the accepted arguments, or for over 50,000 values in strings
 */
export function readArguments<Name extends ToolName>(tool: Tool & { name: Name }, raw: unknown): ToolArguments<Name> {
  const { inputSchema } = advertise(tool);
  const read = mend(inputSchema, raw ?? {}, { left: MAX_JSON_VALUES }) as Record<string, unknown>;
  if (tool.precondition === 'required' && read.base_revision_id === undefined)
    throw new ServiceError('precondition_required', 'base_revision_id is missing: the revision you last read');
  const result = tool.arguments.safeParse(read);
  if (result.success) return result.data as ToolArguments<Name>;
  throw refusal(result.error.issues, Object.keys(inputSchema.properties ?? {}));
}

function refusal(issues: readonly z.core.$ZodIssue[], accepted: readonly string[]): ServiceError {
  const problems = issues.slice(0, MAX_PROBLEMS).map(describeProblem);
  const [message = ''] = problems;
  const [code] = issues.map(codeOf);
  if (code !== undefined && issues.every((issue) => codeOf(issue) !== undefined))
    return new ServiceError(code, message);
  return new ServiceError('validation_failed', message, { details: { problems, accepted_arguments: accepted } });
}

/** The code a rule asks for when it is broken. */
const codeOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' ? (issue.params?.code as ErrorCode | undefined) : undefined;

function describeProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return clip(`${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: unknown argument`);
  const path = issue.path.join('.');
  return clip(path === '' ? describeIssue(issue) : `${path}: ${describeIssue(issue)}`);
}

/**
 * What was meant: null is absence, JSON in a string is that JSON where a list or an object is expected, one string is a
 * list of one, a page that is too long is the longest. Everything else stays as it is.
 */
function mend(schema: JsonSchema, value: unknown, room: Room): unknown {
  if (schema.type === 'object') return mendObject(schema, fromJson(value, room), room);
  if (schema.type !== 'array') return value;
  const list = fromJson(value, room);
  if (Array.isArray(list)) return list.map((item) => mend(schema.items ?? {}, item, room));
  return typeof list === 'string' && schema.items?.type === 'string' ? [list] : list;
}

function mendObject({ properties = {} }: JsonSchema, value: unknown, room: Room): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([key, part]) => part !== null || !Object.hasOwn(properties, key));
  const mended = (key: string, part: unknown) =>
    Object.hasOwn(properties, key) ? mendField(key, properties[key], part, room) : part;
  return Object.fromEntries(fields.map(([key, part]) => [key, mended(key, part)]));
}

function mendField(key: string, schema: JsonSchema = {}, value: unknown, room: Room): unknown {
  const { maximum } = schema;
  const over = LOWERED.has(key) && typeof value === 'number' && maximum !== undefined && value > maximum;
  return over ? maximum : mend(schema, value, room);
}

/** What a string of JSON holds, when that is a list or an object. */
function fromJson(value: unknown, room: Room): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  room.left -= countJsonValues(value);
  if (room.left < 0) throw new ServiceError('validation_failed', `the arguments hold over ${MAX_JSON_VALUES} values`);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
