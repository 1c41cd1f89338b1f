import { readFileSync } from 'node:fs';
import { expectLinear } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../src/index.js';
import { AUTOMATIC_PLACEHOLDERS, fillTemplate, parseTemplate, type Template } from '../src/template.js';
import { utf8Length } from '../src/utf8.js';
import { flat, SEED, text } from './text.js';

interface Vector {
  name: string;
  body: string;
  template: Template;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/templates.json', import.meta.url), 'utf8'));

function parse(body: string): Template {
  const { template, templates } = parseMarkdown(body);
  return parseTemplate(body, template!, templates);
}

const TAKEN = 'a prompt with this name already exists. Choose another name.';
const UNKNOWN = 'the line begins with neither "description:" nor "prompt:".';
const UNNAMED = 'the prompt needs a name of letters, digits, "_", "-" and single spaces.';

function getError(lines: string, rest = ''): string | null {
  return parse(`\`\`\`note-template\n${lines}\n\`\`\`\n${rest}`).error;
}

describe('parseTemplate', () => {
  test.each(vectors)('$name', ({ body, template }) => expect(parse(body)).toEqual(template));

  test.each([
    ['prompt: a\nprompt: a', `Line 2 of the note-template block: ${TAKEN}`],
    ['prompt: \u00e9\nprompt: e\u0301', `Line 2 of the note-template block: ${TAKEN}`],
    [
      '\ndescription: a\nDescription: b',
      'Line 3 of the note-template block: "description:" appears twice. Remove one of them.',
    ],
    ['sort: a', `Line 1 of the note-template block: ${UNKNOWN}`],
    ['prompt: a\nanything', `Line 2 of the note-template block: ${UNKNOWN}`],
    ['prompt:', `Line 1 of the note-template block: ${UNNAMED}`],
    ['prompt: a  b', `Line 1 of the note-template block: ${UNNAMED}`],
    ['prompt: __proto__', 'Line 1 of the note-template block: a prompt cannot be named "__proto__".'],
  ])('refuses the block %j: %s', (lines, error) => expect(getError(lines)).toBe(error));

  const block = (end: string) => ['```note-template', 'prompt: a', '```', ''].join(end);
  test.each([
    ['behind the block', `${block('\n')}{{a}}\n{{b}} {{c}}`, 5],
    ['in another case than the automatic one', `${block('\n')}{{Title}}`, 4],
    ['before the block', `{{a}}\n{{\u00e9}}\n${block('\n')}{{b}}`, 2],
    ['behind blank lines that go with the block', `x\n\n${block('\n')}\n \n{{b}}`, 8],
    ['behind CRLF', `\ufeff${block('\r\n')}\r\n{{a}}\r\n{{b}}`, 6],
    ['behind a block in a quote', '> ```note-template\n> ```\n> {{b}}', 3],
  ])('reports the line in the note of a placeholder without a prompt: %s', (_, body, line) =>
    expect(parse(body).error).toBe(
      `Line ${line} of the note: the placeholder has no prompt. Add a prompt with its name, or remove it.`,
    ),
  );

  test('accepts a name of several words, and dashes in its hint', () => {
    const block = '```note-template\nprompt: project name - as on the board - or not\n```\n';
    const template = parse(`${block}{{ project name }}`);
    expect(template.prompts).toEqual([{ name: 'project name', hint: 'as on the board - or not' }]);
    expect(template.error).toBeNull();
  });

  test.each(AUTOMATIC_PLACEHOLDERS)('refuses %s as the name of a prompt', (name) => {
    expect(getError(`prompt: ${name}`)).toMatch(/^Line 1 .* filled in automatically/);
    expect(getError('', `{{${name}}}`)).toBeNull();
  });

  test('refuses more than 100 prompts', () => {
    const prompts = Array.from({ length: 101 }, (_, i) => `prompt: p${i}`);
    expect(getError(prompts.slice(1).join('\n'))).toBeNull();
    expect(getError(prompts.join('\n'))).toBe(
      'Line 101 of the note-template block: a template can have at most 100 prompts.',
    );
  });

  test('refuses a second block', () => {
    expect(parse('```note-template\n```\n'.repeat(2)).error).toBe(
      'The note has several note-template blocks. Keep only one.',
    );
  });

  test('quotes no text of the note in an error', () => {
    const words = fc.constantFrom('canary', 'canary: canary', 'prompt: canary', 'prompt: canary, canary', '{{canary}}');
    const note = fc.tuple(fc.array(words, { maxLength: 4 }), fc.array(words, { maxLength: 4 }));
    fc.assert(
      fc.property(note, ([lines, rest]) => {
        expect(String(getError(lines.join('\n'), rest.join('\n')))).not.toContain('canary');
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe('fillTemplate', () => {
  const fill = (source: string, values: Record<string, string>, maxBytes = 1_000_000) =>
    fillTemplate(source, new Map(Object.entries(values)), maxBytes);

  test('inserts values literally', () => {
    expect(fill('{{a}}{{ b }} {{}} {{{a}}}', { a: '{{b}} $& $1', b: '{{' })).toEqual({
      ok: true,
      text: '{{b}} $& $1{{ {{}} {{{b}} $& $1}',
    });
  });

  test('names a placeholder without a value', () => {
    expect(fill('{{a}}{{b}}', { a: '' })).toEqual({ ok: false, reason: 'unknown', name: 'b' });
    expect(fill('{{constructor}}', {})).toEqual({ ok: false, reason: 'unknown', name: 'constructor' });
  });

  test('matches composed and decomposed names', () => {
    expect(fill('{{e\u0301}}', { '\u00e9': 'x' })).toEqual({ ok: true, text: 'x' });
  });

  test('returns up to maxBytes, and refuses more', () => {
    expect(fill('é{{a}}', { a: '漢' }, 5)).toEqual({ ok: true, text: 'é漢' });
    expect(fill('é{{a}}', { a: '漢' }, 4)).toEqual({ ok: false, reason: 'too_large' });
    expect(fill('{{a}}é', { a: '漢' }, 4)).toEqual({ ok: false, reason: 'too_large' });
    expect(fill('{{a}}'.repeat(100_000), { a: 'x'.repeat(1_000_000) })).toEqual({ ok: false, reason: 'too_large' });
  });

  test('joins the pieces of the text with the values, and never expands values', () => {
    const pieces = fc.array(
      text(12).map((piece) => piece.replace(/[{}]/g, '')),
      { minLength: 1, maxLength: 6 },
    );
    const value = fc.oneof(text(12), fc.constantFrom('{{a}}', '{{', '}}', 'a}}', '{{b'));
    fc.assert(
      fc.property(pieces, value, value, (parts, a, b) => {
        const names = parts.slice(1).map((_, i) => (i % 2 === 0 ? 'a' : 'b'));
        const source = parts.map((part, i) => (i === 0 ? part : `{{${names[i - 1]}}}${part}`)).join('');
        const expected = parts.map((part, i) => (i === 0 ? part : (names[i - 1] === 'a' ? a : b) + part)).join('');
        expect(fill(source, { a, b })).toEqual({ ok: true, text: expected });
        expect(fill(source, { a, b }, utf8Length(expected) - 1)).toEqual({ ok: false, reason: 'too_large' });
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });
});

test.each(['{{', '{{a', '{{ ', '{{a}}', '\n', '\r\n', ' \n', ' '])(
  'parseTemplate takes linear time for a text of %j',
  (part) => {
    const repeatPart = (units: number): string => part.repeat(units / part.length);
    const read = (body: string) => parseTemplate(flat(body), { start: 0, end: 1, content: body }, 1);
    expectLinear(repeatPart, read, 100_000);
    expect(read(repeatPart(part === ' \n' ? 16_000_000 : samples(2_000_000))).text).toBeDefined();
  },
);
