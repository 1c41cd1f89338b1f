// @ts-check

/** Text of each format or pattern that a schema may name, by a word in it. */
const TEXTS = [
  ['rev_', 'rev_00000000000000000000000000'],
  ['doc_', 'doc_00000000000000000000000000'],
  ['nb_', 'nb_notes'],
  ['res_', 'res_00000000000000000000000000'],
  ['rep_', 'rep_00000000000000000000000000'],
  ['key_', 'key_00000000000000000000000000'],
  ['job_', 'job_00000000000000000000000000'],
  ['date-time', '2026-01-02T03:04:05.678Z'],
  ['uri', 'https://example.org/a.png'],
  ['a-f', '0'.repeat(64)],
];
const MAX_DEPTH = 6;

/**
 * Makes two inputs for each schema, with and without the members that are not required.
 * @param {any} z the `zod` that the schemas are made with
 * @param {readonly any[]} schemas
 * @returns {{ row: number, input: any }[]} row: index of the schema
 */
export const sampleInputs = (z, schemas) =>
  schemas.flatMap((each, row) => {
    const schema = z.toJSONSchema(each, { io: 'input', unrepresentable: 'any' });
    return [false, true].map((isWhole) => ({ row, input: sampleSchema(schema, isWhole) }));
  });

/**
 * Makes a value that a JSON schema may accept.
 * @param {any} schema
 * @param {boolean} isWhole true: with the members that are not required
 * @param {number} [depth]
 * @returns {any}
 */
export function sampleSchema(schema, isWhole, depth = 0) {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (option !== undefined && depth < MAX_DEPTH) return sampleSchema(option, isWhole, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const names = Object.keys(schema.properties ?? {});
      const wanted = names.filter((name) => schema.required?.includes(name) || (isWhole && depth < MAX_DEPTH));
      return Object.fromEntries(
        wanted.map((name) => [name, sampleSchema(schema.properties[name], isWhole, depth + 1)]),
      );
    }
    case 'array':
      return schema.items === undefined ? [] : [sampleSchema(schema.items, isWhole, depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const hint = `${schema.pattern ?? ''} ${schema.format ?? ''}`;
      return TEXTS.find(([word]) => hint.includes(word ?? ''))?.[1] ?? 'text'.padEnd(schema.minLength ?? 0, 'x');
    }
  }
}
