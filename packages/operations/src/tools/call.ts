import type { OperationName, Operations, Output } from '@notes/contract';
import type { Tool, ToolArguments, ToolName, ToolResult } from '@notes/contract/tools';
import type { z } from 'zod';
import type { CallContext } from '../context.js';
import { invoke } from '../invoke.js';

/** What a tool works with. */
export interface ToolCall {
  readonly context: CallContext;
  /** `mcp.max_results`: rows of a page nobody gave a size. */
  readonly maxResults: number;
  /** Bytes of note text one answer may hold: `mcp.max_document_bytes`, or less where the answer gets too large. */
  readonly maxTextBytes: number;
  /** Runs an operation, as every door does. */
  run<Name extends OperationName>(name: Name, input: RawInput<Name>): Promise<Output<Name>>;
}

/** The input of an operation, where what has a default may be left out. */
type RawInput<Name extends OperationName> = z.input<Operations[Name]['input']>;

/** One function a tool: a missing or a surplus one does not compile. */
export type ToolCalls = {
  readonly [Name in ToolName]: (
    call: ToolCall,
    args: ToolArguments<Name>,
  ) => ToolResult<Name> | Promise<ToolResult<Name>>;
};

/** The answer of a tool, and the same as compact JSON. */
export interface ToolAnswer {
  readonly result: Record<string, unknown>;
  readonly json: string;
}

type Arguments = Record<string, unknown>;
type AnyCall = (call: ToolCall, args: Arguments) => Arguments | Promise<Arguments>;

/** An answer holds its result twice, once as text within JSON; with a little around it that stays below 4 MiB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024 - 4096;
/** No UTF-16 unit takes more: three bytes, or two of ASCII with its escape, in either copy. */
const BYTES_PER_UNIT = 6;
const MAX_TEXT_BYTES = MAX_ANSWER_BYTES / 2;
/** When so little text is left it is not the text that is too much. */
const LITTLE_TEXT_BYTES = 1024;

/**
 * Runs a tool. An answer that gets too large is made again with less in it: a shorter piece of text, a smaller page, a
 * smaller neighbourhood; what has no way on is cut, and says so.
 *
 * @throws ServiceError
 */
export async function callTool(
  calls: ToolCalls,
  tool: Tool,
  context: CallContext,
  given: Arguments,
): Promise<ToolAnswer> {
  const config = context.library.config;
  const run: ToolCall['run'] = (name, input) => invoke(name, context, input);
  const call = calls[tool.name] as AnyCall;
  const maxResults = config['mcp.max_results'];
  let maxTextBytes = Math.min(config['mcp.max_document_bytes'], MAX_TEXT_BYTES);
  let args = given;
  for (;;) {
    const result = await call({ context, maxResults, maxTextBytes, run }, args);
    const json = JSON.stringify(result);
    if (fits(json)) return { result, json };
    // What was written is not written again.
    if (tool.hints.effect !== 'read') return cut(result);
    const smaller = smallerPage(args, tool, maxResults);
    if (tool.longText === true && maxTextBytes > LITTLE_TEXT_BYTES) maxTextBytes = Math.floor(maxTextBytes / 2);
    else if (smaller === undefined) return cut(result);
    else args = smaller;
  }
}

function fits(json: string): boolean {
  if (json.length * BYTES_PER_UNIT <= MAX_ANSWER_BYTES) return true;
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) <= MAX_ANSWER_BYTES;
}

/** What may be asked for in smaller numbers. */
const SIZES = ['limit', 'max_nodes', 'max_edges'] as const;

/** The same call for half as much; undefined where that cannot be asked for. */
function smallerPage(args: Arguments, { arguments: { shape } }: Tool, maxResults: number): Arguments | undefined {
  const sizes = SIZES.filter((name) => Object.hasOwn(shape, name));
  const halves = sizes.map((name): [string, number] => [name, Math.floor(Number(args[name] ?? maxResults) / 2)]);
  if (halves.length === 0 || halves.some(([, size]) => size < 1)) return undefined;
  return { ...args, ...Object.fromEntries(halves) };
}

/** Halves the longest list until the rest fits. */
function cut(result: Arguments): ToolAnswer {
  const lists = Object.entries(result).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, value, size: JSON.stringify(value).length }] : [],
  );
  const longest = lists.reduce((one, other) => (other.size > one.size ? other : one));
  const half = { ...result, [longest.name]: longest.value.slice(0, longest.value.length >> 1), truncated: true };
  const json = JSON.stringify(half);
  return fits(json) ? { result: half, json } : cut(half);
}
