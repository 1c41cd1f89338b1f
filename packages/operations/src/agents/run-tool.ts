import type { OperationName, Operations, Output } from '@notes/contract';
import type { Tool, ToolArguments, ToolName, ToolResult } from '@notes/contract/tools';
import type { z } from 'zod';
import type { CallContext } from '../platform/context.js';
import { invoke } from '../platform/invoke.js';
import { formatAnswer, markAsData } from './format-answer.js';
import { noteTextBytes } from './note-text.js';

/** Input of a tool. */
export interface ToolCall {
  readonly context: CallContext;
  /** `mcp.max_results`: rows of a page without an explicit size. */
  readonly maxResults: number;
  /**
   * Maximum bytes of note text in one response: `mcp.max_document_bytes`, or less where the response gets too large.
   */
  readonly maxTextBytes: number;
  /** Runs an operation as every interface does. */
  run<Name extends OperationName>(name: Name, input: RawInput<Name>): Promise<Output<Name>>;
}

/** Input of an operation; fields with a default are optional. */
type RawInput<Name extends OperationName> = z.input<Operations[Name]['input']>;

/** One function for each tool. A missing or surplus function does not compile. */
export type ToolCalls = {
  readonly [Name in ToolName]: (
    call: ToolCall,
    args: ToolArguments<Name>,
  ) => ToolResult<Name> | Promise<ToolResult<Name>>;
};

/** Result of a tool, and the text with which it is sent. */
export interface ToolAnswer {
  readonly result: Record<string, unknown>;
  /** JSON of the result, or a header and a text. See `formatAnswer`. */
  readonly text: string;
}

type Arguments = Record<string, unknown>;
type AnyCall = (call: ToolCall, args: Arguments) => Arguments | Promise<Arguments>;

/** Maximum bytes of a response without its envelope, with which it stays below 4 MiB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024 - 4096;
/**
 * Maximum bytes of a UTF-16 unit in the two copies of a result, of which one is text within JSON: three bytes, or two for
 * escaped ASCII.
 */
const BYTES_PER_UNIT = 6;
const MAX_TEXT_BYTES = MAX_ANSWER_BYTES / 2;
/** With less text than this, the text does not make the response too large. */
const LITTLE_TEXT_BYTES = 1024;

/**
 * Minimum JSON size allowed for the response of a tool without long text where `mcp.max_document_bytes` is less:
 * titles, tags and ids of a few rows need as much.
 */
export const MIN_LIST_BYTES = 65_536;

/**
 * Runs a tool. A response that is too large is computed again with less content: a shorter piece of text, a smaller
 * page, a smaller neighbourhood. The limit is `mcp.max_document_bytes` of note text, or for a list that much JSON or
 * `MIN_LIST_BYTES`. Other lists are cut, and the response has `next_start` where the tool can continue there.
 *
 * @throws ServiceError
 */
export async function runTool(
  calls: ToolCalls,
  tool: Tool,
  context: CallContext,
  given: Arguments,
): Promise<ToolAnswer> {
  const config = context.library.config;
  const run: ToolCall['run'] = (name, input) => invoke(name, context, input);
  const call = calls[tool.name] as AnyCall;
  const maxResults = config['mcp.max_results'];
  const isRead = tool.hints.effect === 'read';
  let maxTextBytes = Math.min(config['mcp.max_document_bytes'], MAX_TEXT_BYTES);
  let args = given;
  for (;;) {
    const result = markAsData(tool, await call({ context, maxResults, maxTextBytes, run }, args));
    const text = formatAnswer(tool, result);
    // Tools that read a text bound it themselves. The result of a write is reported whole.
    const textLimit = isRead && tool.hasLongText !== true ? maxTextBytes : Number.POSITIVE_INFINITY;
    if (isWithin({ result, text }, textLimit)) return { result, text };
    // A write must not run again.
    if (!isRead) return cut(result, textLimit, undefined);
    const smaller = halvePage(args, tool, maxResults);
    if (tool.hasLongText === true && maxTextBytes > LITTLE_TEXT_BYTES) maxTextBytes = Math.floor(maxTextBytes / 2);
    else if (smaller === undefined) return cut(result, textLimit, getStart(args, tool));
    else args = smaller;
  }
}

/** Returns the row at which a list starts; undefined for tools that cannot continue at a row. */
const getStart = (args: Arguments, { arguments: { shape } }: Tool): number | undefined =>
  Object.hasOwn(shape, 'start') ? Number(args.start ?? 0) : undefined;

function isWithin({ result, text }: ToolAnswer, textLimit: number): boolean {
  const isShort = Buffer.byteLength(text) <= Math.max(textLimit, MIN_LIST_BYTES);
  return fits(text) && isShort && noteTextBytes(result) <= textLimit;
}

/** Returns true for a text that a response can hold both as it is and as text within JSON. */
function fits(text: string): boolean {
  if (text.length * BYTES_PER_UNIT <= MAX_ANSWER_BYTES) return true;
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text)) <= MAX_ANSWER_BYTES;
}

/** Arguments that can be reduced. */
const SIZES = ['limit', 'detail_limit', 'max_nodes', 'max_edges'] as const;

/** Returns the arguments with half the size; undefined where the size cannot be reduced. */
function halvePage(args: Arguments, { arguments: { shape } }: Tool, maxResults: number): Arguments | undefined {
  const sizes = SIZES.filter((name) => Object.hasOwn(shape, name));
  const halves = sizes.map((name): [string, number] => [name, Math.floor(Number(args[name] ?? maxResults) / 2)]);
  if (halves.length === 0 || halves.some(([, size]) => size < 1)) return undefined;
  return { ...args, ...Object.fromEntries(halves) };
}

/** Fraction of a list that is kept each time a response is cut. */
const KEPT_SHARE = 0.8;

/**
 * Shortens a list until the response fits: the longest list, or the last list of a tool that continues at a row. A
 * response with empty lists stays unchanged.
 *
 * @param start row at which the response starts; undefined where the tool cannot continue at a row
 */
function cut(result: Arguments, textLimit: number, start: number | undefined): ToolAnswer {
  const lists = Object.entries(result).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [{ name, value: value as Rows }] : [],
  );
  const list =
    start === undefined ? lists.toSorted((a, b) => getJsonLength(b.value) - getJsonLength(a.value))[0] : lists.at(-1);
  if (list === undefined) return { result, text: JSON.stringify(result) };
  const kept = shorten(list.value);
  const shorter: Arguments = { ...result, [list.name]: kept, truncated: true };
  if (start !== undefined) {
    const rows = lists.reduce((sum, { value }) => sum + value.length, kept.length - list.value.length);
    // A row too large for a response of its own is skipped.
    const next = start + Math.max(rows, 1);
    delete shorter.next_start;
    if (next < Number(result.total)) shorter.next_start = next;
  }
  const text = JSON.stringify(shorter);
  return isWithin({ result: shorter, text }, textLimit) ? { result: shorter, text } : cut(shorter, textLimit, start);
}

type Rows = readonly unknown[];

const getJsonLength = (value: unknown) => JSON.stringify(value).length;

/** Drops rows at the end. A single row loses entries of its longest list, such as its tags, while it has any. */
function shorten(rows: Rows): Rows {
  if (rows.length > 1) return rows.slice(0, Math.floor(rows.length * KEPT_SHARE));
  const [row] = rows;
  const inner = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  const [longest] = inner
    .filter(([, value]) => Array.isArray(value) && value.length > 0)
    .toSorted(([, a], [, b]) => getJsonLength(b) - getJsonLength(a));
  return longest === undefined ? [] : [{ ...(row as object), [longest[0]]: shorten(longest[1] as Rows) }];
}
