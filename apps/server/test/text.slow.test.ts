import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, fill, readError, sampleRequest, verdict } from './support/ask.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';
import { CANARY, type FieldSchema, httpOperations, inputSchema, type Sample } from './support/world.js';

const service = useService();
const SEED = 20_261_121;

type Path = readonly (string | number)[];

/** Lists every path of an input that accepts free text. */
function textPaths(schema: FieldSchema, path: Path = []): Path[] {
  if (schema.type === 'string' || (Array.isArray(schema.type) && schema.type.includes('string')))
    return schema.enum === undefined && schema.pattern === undefined ? [path] : [];
  if (schema.items !== undefined) return textPaths(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => textPaths(each, [...path, name]));
}

const places = httpOperations.flatMap((name) =>
  Object.entries(inputSchema(name))
    // A confirmation is compared, and sent in a header; a cursor is compared too.
    .filter(([field]) => !['confirmation', 'cursor'].includes(field))
    .flatMap(([field, schema]) => textPaths(schema, [field]))
    .map((path) => [`${path.join('.')} of ${name}`, name, path] as const),
);

/** Returns a sample with another text at one path. */
function withText(sample: Sample, path: Path, text: string): Sample {
  const field = String(path[0]);
  if (Object.hasOwn(sample.params, field)) return { ...sample, params: { ...sample.params, [field]: text } };
  const fields = structuredClone(sample.fields) as Record<string, unknown>;
  let holder: Record<string | number, unknown> = fields;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  holder[path.at(-1) as string | number] = text;
  return { ...sample, fields };
}

describe('text that cannot be stored', () => {
  it.each(places)('is rejected for NUL and lone surrogates: %s', async (_, name, path) => {
    const sample = await service.world.sample(name);
    const before = service.changes();
    // A query string and a path cannot contain a lone surrogate: its encoding is not UTF-8.
    const inJson =
      sample.method !== 'GET' && sample.bytes === undefined && !Object.hasOwn(sample.params, String(path[0]));
    const bad = ['\0', 'a\0b', `${CANARY}\0`, ...(inJson ? ['\ud800', 'a\udc00', '\udc00\ud800', 'x\ud83d'] : [])];
    for (const text of bad) {
      const answer = await ask(service.port, sampleRequest(withText(sample, path, text)));
      expect(verdict(answer), JSON.stringify(text)).toBe('400 validation_failed');
    }
    expect(service.changes()).toBe(before);
  });

  it('is tested in more than 15 fields', () => expect(places.length).toBeGreaterThan(15));
});

describe('an error message', () => {
  const telling = [
    `${CANARY}'; DROP TABLE documents;--`,
    `${CANARY}" OR "a"*`,
    `${CANARY} NEAR(`,
    `../../${CANARY}`,
    `<script>${CANARY}</script>`,
    `\${${CANARY}} {{${CANARY}}}`,
    `${CANARY}\r\nX-Injected: 1`,
    `${CANARY} %s %n %00`,
    `\u202e${CANARY}`,
    CANARY.repeat(1_000),
  ];

  it.each(places)('never repeats the submitted text: %s', async (_, name, path) => {
    for (const text of telling) {
      const sample = await service.world.sample(name);
      const answer = await ask(service.port, sampleRequest(withText(sample, path, text)));
      // Repeats a check of every answer with a shortened text, because a message would quote only its start.
      if (answer.status >= 400) expect(readError(answer).message).not.toContain(CANARY.slice(0, 5));
      expect(answer.status, text.slice(0, 60)).toBeLessThan(500);
      expect(getHeader(answer, 'x-injected')).toBeUndefined();
    }
  });
});

const wellFormed = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .filter((text) => !text.includes('\0') && text.isWellFormed());
const awkward = fc.constantFrom(
  '\r\n',
  '\r',
  '\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\ufeff',
  '\u0301',
  'e\u0301',
  'é',
  'Å',
  'Å',
  'ﬁ',
  '\u202e',
  '\u200b',
  '\u200d',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  '👩‍👩‍👧',
  '\t',
  '\u0007',
  '\u001b[31m',
  '\u007f',
  '%00',
  '\\u0000',
  '"',
  '\\',
  '  ',
);
const bodies = fc.array(fc.oneof(wellFormed, awkward), { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('the body of a note', () => {
  const readBodies = async (answer: RawAnswer) => {
    const { id } = JSON.parse(answer.body.toString('utf8')) as { id: string };
    const raw = await ask(service.port, { target: `/api/v1/documents/${id}/body` });
    const json = await ask(service.port, { target: `/api/v1/documents/${id}` });
    return { id, raw: raw.body, json: (JSON.parse(json.body.toString('utf8')) as { body: string }).body };
  };
  const send = (method: string, target: string, fields: unknown) =>
    ask(service.port, { method, target, body: JSON.stringify(fields) });

  it('is read back byte for byte', () =>
    fc.assert(
      fc.asyncProperty(bodies, bodies, async (first, second) => {
        const made = await send('POST', '/api/v1/documents', { title: 'x', body: first });
        expect(made.status).toBe(201);
        const before = await readBodies(made);
        expect(before.raw.equals(Buffer.from(first))).toBe(true);
        expect(before.json).toBe(first);
        const base_revision_id = (JSON.parse(made.body.toString()) as { current_revision_id: string })
          .current_revision_id;
        const put = await send('PUT', `/api/v1/documents/${before.id}`, { title: 'x', body: second, base_revision_id });
        expect(put.status).toBe(200);
        const after = await readBodies(put);
        expect(after.raw.equals(Buffer.from(second))).toBe(true);
        expect(after.json).toBe(second);
      }),
      { seed: SEED, numRuns: samples(12) },
    ));

  it('is served as UTF-8 Markdown with its length and revision', async () => {
    const note = await service.world.note('\ufeffé\r\n');
    const answer = await ask(service.port, { target: fill('/api/v1/documents/{id}/body', { id: note.id }) });
    expect(getHeader(answer, 'content-type')).toBe('text/markdown; charset=utf-8');
    expect(getHeader(answer, 'content-length')).toBe('7');
    expect(getHeader(answer, 'etag')).toBe(`"${note.current_revision_id}"`);
    expect(answer.body.toString('hex')).toBe('efbbbfc3a90d0a');
  });
});
