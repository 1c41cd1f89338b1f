import type { AdvertisedTool, JsonSchema, ToolName } from '@notes/contract/tools';
import fc from 'fast-check';
import type { World } from './world.js';

/** Placeholder for the current revision of the note that a call names. */
export const CURRENT = 'rev_current';

type Domain = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that agents send for an argument, by its path, prefixed by the tool where the meaning differs. */
function createDomain(world: World): Domain {
  const { notes, notebooks, texts, image, jobs, trashed, help, template } = world;
  const uri = (id: string) => `document://default/documents/${id}`;
  const note = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...notes, uri(notes[0] as string)) },
    { weight: 1, arbitrary: fc.constantFrom(help, trashed, 'doc_none') },
  );
  const notebook = fc.constantFrom(...notebooks, 'nb_notes', 'nb_help', 'nb_none');
  const tag = fc.constantFrom('work', 'work/sync', '家事', 'new', 'Ünï/çødé');
  const words = fc.oneof(
    fc.constantFrom('needle', '日本語', '👩‍👩‍👧‍👦', 'line\r\nline', '$& {{title}}'),
    fc.string({ minLength: 1, maxLength: 60 }),
  );
  const query = fc.oneof(
    fc.constantFrom('', 'needle', 'tag:work -draft', '"日本語" OR title:family', 'is:trashed', '(('),
    fc.string({ maxLength: 100 }),
  );
  const values = fc.oneof(fc.constant({ who: 'Ada' }), fc.dictionary(fc.string(), words, { maxKeys: 3 }));
  return {
    document_id: note,
    document_ids: note,
    roots: note,
    from: note,
    to: note,
    notebook_id: notebook,
    'selection.notebooks': notebook,
    'selection.document_ids': note,
    'selection.tags': tag,
    'selection.query': query,
    'items.document_id': note,
    'items.base_revision_id': fc.constantFrom(CURRENT, 'rev_stale'),
    base_revision_id: fc.oneof(
      { weight: 9, arbitrary: fc.constant(CURRENT) },
      { weight: 1, arbitrary: fc.constant('rev_stale') },
    ),
    resource_id: fc.constantFrom(...texts, `resource://default/resources/${texts[0]}`, image, 'res_none'),
    job_id: fc.constantFrom(...jobs, 'job_none'),
    target: fc.constant(world.sha256),
    tag,
    tags: tag,
    title: fc.constantFrom('Plain', '題名', '🏳️‍🌈', ''),
    body: words,
    text: words,
    query,
    pattern: fc.oneof(fc.constantFrom('needle', '語', '(a+)+$', '('), words),
    block: fc.oneof(fc.constantFrom('query: needle', '```note-query\nquery: tag:work\nsort: title\n```'), words),
    cursor: fc.constantFrom('made-up', ''),
    'edits.search': fc.oneof({ weight: 4, arbitrary: fc.constant('needle') }, { weight: 1, arbitrary: words }),
    'edits.replace': fc.oneof({ weight: 4, arbitrary: fc.constant('needle, new') }, { weight: 1, arbitrary: words }),
    urls: fc.constantFrom('https://127.0.0.1/a.png', 'https://127.0.0.1/none.png'),
    request_key: fc.uuid(),
    offset: fc.constantFrom(0, 1, 2, 10 ** 9),
    length: fc.integer({ min: 1, max: 50 }),
    'create_from_template:document_id': fc.constantFrom(template, notes[0]),
    'create_from_template:values': values,
  };
}

/** Generates arguments that an advertised schema allows. */
export function argumentsFor(
  { name, inputSchema }: AdvertisedTool,
  world: World,
): fc.Arbitrary<Record<string, unknown>> {
  return arbitraryValues(inputSchema, { tool: name, path: '', domain: createDomain(world) }) as fc.Arbitrary<
    Record<string, unknown>
  >;
}

interface Place {
  readonly tool: ToolName;
  readonly path: string;
  readonly domain: Domain;
}

function arbitraryValues(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const { tool, path, domain } = place;
  const known = domain[`${tool}:${path}`] ?? (schema.type === 'array' ? undefined : domain[path]);
  if (known !== undefined) return known;
  const { minimum = -(2 ** 31), maximum = 2 ** 31, minLength = 0, maxLength = 40, minItems = 0, maxItems = 4 } = schema;
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Number(minimum), max: maximum });
    case 'string':
      return fc.string({ minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 40) });
    case 'array': {
      const lengths = { minLength: Number(minItems), maxLength: Math.min(Number(maxItems), 4) };
      return fc.array(arbitraryValues(schema.items ?? {}, place), lengths);
    }
    case 'object':
      return arbitraryObjects(schema, place);
    default:
      throw new Error(`${tool}: no values for ${path}: ${JSON.stringify(schema)}`);
  }
}

function arbitraryObjects(
  { properties = {}, required = [] }: JsonSchema,
  { path, ...place }: Place,
): fc.Arbitrary<unknown> {
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const fields = Object.entries(properties).map(([key, part]) => [
    key,
    arbitraryValues(part, { ...place, path: below(key) }),
  ]);
  const requiredKeys = required as never[];
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

/** Yields valid arguments, each with one value as long as its schema allows, or long where the schema sets no limit. */
export function* longest(schema: JsonSchema, args: Record<string, unknown>): Generator<Record<string, unknown>> {
  for (const [key, { maxLength, maxItems = 200 }] of Object.entries(schema.properties ?? {})) {
    const { [key]: value } = args;
    if (maxLength !== undefined) yield { ...args, [key]: 'x'.repeat(Number(maxLength)) };
    if (Array.isArray(value) && value.length > 0)
      yield { ...args, [key]: Array.from({ length: Number(maxItems) }, (_, index) => value[index % value.length]) };
  }
}

/** Yields named ways to break valid arguments. */
export function* breakArguments(schema: JsonSchema, args: Record<string, unknown>): Generator<[string, unknown]> {
  const { properties = {}, required = [] } = schema;
  for (const key of required as string[]) {
    const { [key]: _, ...rest } = args;
    yield [`without ${key}`, rest];
    yield [`null as ${key}`, { ...args, [key]: null }];
  }
  yield ['an unknown key', { ...args, unknown: 1 }];
  yield ['a list', [args]];
  for (const [key, part] of Object.entries(properties))
    for (const [what, value] of wrong(part, key)) yield [`${what} as ${key}`, { ...args, [key]: value }];
}

const LOWERED = ['limit', 'detail_limit'];

function* wrong(schema: JsonSchema, key: string): Generator<[string, unknown]> {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, items = {} } = schema;
  for (const [other, value] of Object.entries({ string: 'yes', integer: 1, boolean: true, object: { unknown: 1 } }))
    if (other !== type && !(type === 'array' && other === 'string' && items.type === 'string')) yield [other, value];
  if (type !== 'array') yield ['a list', ['x']];
  if (type === 'object' && schema.additionalProperties === false) yield ['an unknown key within', { unknown: 1 }];
  if (type === 'integer') yield ['a fraction', 1.5];
  if (schema.enum !== undefined) yield ['another word', 'other'];
  if (schema.pattern !== undefined) yield ['another form', 'other'];
  if (minimum !== undefined) yield ['less', Number(minimum) - 1];
  if (maximum !== undefined && !LOWERED.includes(key)) yield ['more', maximum + 1];
  if (minLength !== undefined) yield ['a shorter text', ''];
  if (maxLength !== undefined) yield ['a longer text', 'x'.repeat(Number(maxLength) + 1)];
  if (minItems !== undefined) yield ['a shorter list', []];
  if (maxItems !== undefined) yield ['a longer list', Array.from({ length: Number(maxItems) + 1 }, () => 'x')];
  if (type === 'array') yield ['a list of numbers', [1]];
}
