// @ts-check
import { errorCodes } from '@notes/contract';
import { openApiDocument } from '@notes/contract/openapi';
import { code, plain, table } from './markdown.mjs';

/**
 * @typedef {{ $ref?: string, type?: string | string[], description?: string, enum?: unknown[], const?: unknown, default?: unknown,
 *   pattern?: string, minimum?: number, maximum?: number, minLength?: number, maxLength?: number, maxItems?: number,
 *   items?: Schema, anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[], properties?: Record<string, Schema>,
 *   required?: string[], additionalProperties?: boolean | Schema }} Schema
 * @typedef {{ name: string, in: string, required?: boolean, description?: string, schema: Schema }} Parameter
 * @typedef {Record<string, { schema?: Schema }>} Content
 * @typedef {{ operationId?: string, summary?: string, description?: string, parameters?: Parameter[],
 *   requestBody?: { content: Content }, responses: Record<string, { description?: string, content?: Content }> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Document
 * @typedef {{ method: string, path: string, operation: Operation }} Route
 */

const openApi = /** @type {Document} */ (openApiDocument('1'));
const PREFIX = '/api/v1/';

/** Returns the routes by the first word of their path, in the order of the document. */
function groupRoutes() {
  /** @type {Map<string, Route[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(openApi.paths)) {
    const [word = ''] = path.startsWith(PREFIX) ? path.slice(PREFIX.length).split('/') : ['service'];
    for (const [method, operation] of Object.entries(methods)) {
      groups.set(word, [...(groups.get(word) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  }
  return groups;
}

/** Returns the pages of the REST reference: their file names, titles and texts. */
export function renderRest() {
  const groups = [...groupRoutes()];
  const schemas = Object.entries(openApi.components.schemas);
  return [
    ...groups.map(([word, routes]) => ({
      name: `${word}.md`,
      title: word,
      text: [`# REST: ${word}`, ...routes.map(renderRoute)].join('\n\n'),
    })),
    {
      name: 'schemas.md',
      title: 'Schemas',
      text: ['# REST: schemas', ...schemas.map(([name, schema]) => renderSchema(name, schema))].join('\n\n'),
    },
  ];
}

/** Returns the list of all routes, each with a link to its description. */
export function renderRouteList() {
  const rows = [...groupRoutes()].flatMap(([word, routes]) =>
    routes.map(({ method, path, operation }) => [
      code(method),
      `[${code(path)}](./rest/${word}.md#${anchorFor(method, path)})`,
      plain(operation.summary ?? ''),
    ]),
  );
  return table(['Method', 'Path', 'Summary'], rows);
}

const anchorFor = (/** @type {string} */ method, /** @type {string} */ path) =>
  `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '');

/** Returns a path without the prefix that the routes of all notes share, so that headings differ. */
const shorten = (/** @type {string} */ path) => (path.startsWith(PREFIX) ? path.slice(PREFIX.length - 1) : path);

function renderRoute(/** @type {Route} */ { method, path, operation }) {
  const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    renderBody(type, schema),
  );
  return [
    `## ${code(`${method} ${shorten(path)}`)} {#${anchorFor(method, path)}}`,
    plain(operation.summary ?? ''),
    `\`\`\`text\n${method} ${path}\n\`\`\``,
    plain(operation.description ?? ''),
    renderParameters(operation.parameters ?? []),
    ...body,
    renderResponses(operation.responses),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderParameters(/** @type {Parameter[]} */ parameters) {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: where, required = false, description, schema }) => [
    code(name),
    where,
    required ? 'required' : 'optional',
    describeSchema(schema),
    plain(description ?? schema.description ?? ''),
  ]);
  return table(['Parameter', 'In', 'Needed', 'Type', 'Meaning'], rows);
}

function renderBody(/** @type {string} */ type, /** @type {Schema | undefined} */ schema) {
  if (schema?.properties === undefined) return `Body: ${code(type)}, ${describeSchema(schema ?? {})}.`;
  return `Body: ${code(type)}\n\n${renderFields(schema)}`;
}

function renderFields(/** @type {Schema} */ { properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    required.includes(name) ? 'always' : 'optional',
    describeSchema(schema),
    plain(schema.description ?? ''),
  ]);
  return rows.length === 0 ? 'No fields.' : table(['Field', 'Present', 'Type', 'Meaning'], rows);
}

function renderResponses(/** @type {Operation['responses']} */ responses) {
  const rows = Object.entries(responses).map(([status, { description = '', content = {} }]) => {
    const isError = Number(status) >= 400;
    const body = Object.entries(content).map(([type, { schema }]) => `${code(type)} ${describeSchema(schema ?? {})}`);
    return [code(status), isError ? linkErrors(description) : plain(description), isError ? '' : body.join(' or ')];
  });
  return table(['Status', 'Meaning', 'Body'], rows);
}

/** Links the error codes of a description to their section of the troubleshooting page. */
const linkErrors = (/** @type {string} */ description) =>
  description
    .split(/\b/)
    .map((word) =>
      Object.hasOwn(errorCodes, word)
        ? `[${code(word)}](../../guide/troubleshooting.md#${word.replaceAll('_', '-')})`
        : plain(word),
    )
    .join('');

function renderSchema(/** @type {string} */ name, /** @type {Schema} */ schema) {
  const heading = `## ${name} {#${name.toLowerCase()}}`;
  const about = schema.description === undefined ? '' : `${plain(schema.description)}\n\n`;
  const body = schema.properties === undefined ? `${describeSchema(schema)}.` : renderFields(schema);
  return `${heading}\n\n${about}${body}`;
}

/**
 * Returns the type and the bounds of a schema in one line of Markdown.
 *
 * @param {Schema} schema
 * @returns {string}
 */
function describeSchema(schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](./schemas.md#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return [...new Set(choices.map(describeSchema))].join(schema.allOf ? ' and ' : ' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.type === 'array') return `list of ${describeSchema(schema.items ?? {})}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return [type, ...describeBounds(schema)].join(', ');
}

/** Omits bounds that only reflect the exact integers of a double. */
function* describeBounds(/** @type {Schema} */ { minimum, maximum, minLength, maxLength, pattern, default: standard }) {
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) yield `at least ${minimum}`;
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) yield `at most ${maximum}`;
  if (minLength !== undefined) yield `at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`;
  if (maxLength !== undefined) yield `at most ${maxLength} characters`;
  if (pattern !== undefined) yield code(pattern);
  if (standard !== undefined) yield `default ${code(JSON.stringify(standard))}`;
}
