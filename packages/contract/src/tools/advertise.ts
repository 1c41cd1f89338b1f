import { z } from 'zod';
import type { McpResultForm } from '../schemas/service.js';
import { text } from './result-fields.js';
import { type Tool, type ToolName, tools } from './table.js';
import type { Hints } from './tool.js';

/** Subset of JSON Schema that tools use. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

/** A tool in the form of `tools/list`. */
export interface AdvertisedTool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Absent for tools whose results are texts. */
  readonly outputSchema?: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly _meta?: Readonly<Record<string, number>>;
}

/** Clients expect both `type` and `properties`, even without fields. */
const EMPTY: JsonSchema = { type: 'object', properties: {} };
/**
 * Maximum characters of a long result. Above its own limit a large client writes a result to a file; a full body has
 * some 68,000 characters.
 */
const LONG_RESULT = { 'anthropic/maxResultSizeChars': 200_000 };

function describe({ name, title, description, hints, hasLongText, textField, ...tool }: Tool): AdvertisedTool {
  // A result with note text begins with the notice that it is data.
  const result = tool.holdsNoteText === true ? tool.result.extend({ notice: text.optional() }) : tool.result;
  return {
    name,
    title,
    description,
    inputSchema: { ...EMPTY, ...simplifySchema(z.toJSONSchema(tool.arguments, { io: 'input' }) as JsonSchema) },
    ...(textField === undefined && { outputSchema: toOutputSchema(result) }),
    annotations: toAnnotations(hints),
    ...(hasLongText && { _meta: LONG_RESULT }),
  };
}

const toOutputSchema = (result: z.ZodObject): JsonSchema =>
  omitAdditionalProperties(simplifySchema(z.toJSONSchema(result, { io: 'input' }) as JsonSchema));

function toAnnotations({ effect, idempotent, usesNetwork }: Hints): Record<string, boolean> {
  const openWorldHint = usesNetwork === true;
  if (effect === 'read') return { readOnlyHint: true, openWorldHint };
  const destructiveHint = effect === 'destructive';
  return { readOnlyHint: false, destructiveHint, idempotentHint: idempotent === true, openWorldHint };
}

/** Schema keywords that only cost tokens: the dialect, and that names are text. */
const OMITTED_KEYWORDS = new Set(['$schema', 'propertyNames']);

/**
 * Removes uninformative parts of a schema: silent keywords, the range of safe integers, empty parts. Some clients
 * support a single type only.
 */
function simplifySchema(schema: JsonSchema): JsonSchema {
  const parts = Object.entries(schema).flatMap(([key, part]) => {
    if (OMITTED_KEYWORDS.has(key) || isSafeBound(part) || isSilent(key, part)) return [];
    if (key === 'type' && Array.isArray(part)) return [['anyOf', part.map((type) => ({ type }))]];
    if (Array.isArray(part)) return [[key, part.map((each) => (isSchema(each) ? simplifySchema(each) : each))]];
    if (!isSchema(part)) return [[key, part]];
    if (Object.keys(part).length > 0) return [[key, simplifySchema(part)]];
    return key === 'additionalProperties' ? [[key, true]] : [];
  });
  return Object.fromEntries(parts);
}

/** Returns true for an empty description, and for a default that everybody assumes: false, 0 or no text. */
const isSilent = (key: string, part: unknown) =>
  (key === 'description' && part === '') || (key === 'default' && (part === false || part === 0 || part === ''));

const isSafeBound = (part: unknown) => typeof part === 'number' && Math.abs(part) === Number.MAX_SAFE_INTEGER;

/** Removes the keyword for additional fields from the schema of a result. */
function omitAdditionalProperties({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  const parts = Object.entries(schema).map(([key, part]) => [
    key,
    isSchema(part) ? omitAdditionalProperties(part) : part,
  ]);
  return Object.fromEntries(parts);
}

const isSchema = (part: unknown): part is JsonSchema =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

const advertised: ReadonlyMap<ToolName, AdvertisedTool> = new Map(tools.map((tool) => [tool.name, describe(tool)]));

/**
 * Returns the advertised form of a tool.
 *
 * @param results - form of results: without structured content, clients refuse a tool that has an output schema
 */
export function advertise({ name }: Pick<Tool, 'name'>, results: McpResultForm = 'both'): AdvertisedTool {
  const described = advertised.get(name) as AdvertisedTool;
  if (results === 'both') return described;
  const { outputSchema: _, ...tool } = described;
  return tool;
}
