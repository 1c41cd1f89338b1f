import { readFileSync } from 'node:fs';
import { expectLinear } from '@notes/tooling/expect-time';
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

function errorOf(lines: string, rest = ''): string | null {
  return parse(`\`\`\`note-template\n${lines}\n\`\`\`\n${rest}`).error;
}

describe('a template', () => {
  test.each(vectors)('$name', ({ body, template }) => expect(parse(body)).toEqual(template));

  test.each([
    ['prompt: a\nprompt: a', 'Line 2 of the note-template block: a prompt of this name is there already.'],
    ['prompt: \u00e9\nprompt: e\u0301', 'Line 2 of the note-template block: a prompt of this name is there already.'],
    ['\ndescription: a\nDescription: b', 'Line 3 of the note-template block: "description:" is there twice.'],
    ['sort: a', 'Line 1 of the note-template block: neither "description:" nor "prompt:".'],
    ['prompt: a\nanything', 'Line 2 of the note-template block: neither "description:" nor "prompt:".'],
    ['prompt:', 'Line 1 of the note-template block: a name of letters, digits, "_", "-" and single spaces is missing.'],
    [
      'prompt: a  b',
      'Line 1 of the note-template block: a name of letters, digits, "_", "-" and single spaces is missing.',
    ],
    ['prompt: __proto__', 'Line 1 of the note-template block: "__proto__" is no name for a prompt.'],
  ])('%j', (lines, error) => expect(errorOf(lines)).toBe(error));

  const block = (end: string) => ['```note-template', 'prompt: a', '```', ''].join(end);
  test.each([
    ['behind the block', `${block('\n')}{{a}}\n{{b}} {{c}}`, 5],
    ['not in the case it has', `${block('\n')}{{Title}}`, 4],
    ['before the block', `{{a}}\n{{\u00e9}}\n${block('\n')}{{b}}`, 2],
    ['behind blank lines that go with the block', `x\n\n${block('\n')}\n \n{{b}}`, 8],
    ['behind CRLF', `\ufeff${block('\r\n')}\r\n{{a}}\r\n{{b}}`, 6],
    ['behind a block in a quote', '> ```note-template\n> ```\n> {{b}}', 3],
  ])('a placeholder that nothing fills is told by the line of the note: %s', (_, body, line) =>
    expect(parse(body).error).toBe(`Line ${line} of the note: a placeholder that is neither a prompt nor automatic.`),
  );

  test('a name may be several words, and its hint hold dashes', () => {
    const block = '```note-template\nprompt: project name - as on the board - or not\n```\n';
    const template = parse(`${block}{{ project name }}`);
    expect(template.prompts).toEqual([{ name: 'project name', hint: 'as on the board - or not' }]);
    expect(template.error).toBeNull();
  });

  test.each(AUTOMATIC_PLACEHOLDERS)('no prompt is called %s', (name) => {
    expect(errorOf(`prompt: ${name}`)).toMatch(/^Line 1 .* filled in automatically/);
    expect(errorOf('', `{{${name}}}`)).toBeNull();
  });

  test('there are a hundred prompts at most', () => {
    const prompts = Array.from({ length: 101 }, (_, i) => `prompt: p${i}`);
    expect(errorOf(prompts.slice(1).join('\n'))).toBeNull();
    expect(errorOf(prompts.join('\n'))).toBe('Line 101 of the note-template block: there are more than 100 prompts.');
  });

  test('a second block is an error', () => {
    expect(parse('```note-template\n```\n'.repeat(2)).error).toBe('A note holds one note-template block only.');
  });

  test('what is wrong quotes nothing', () => {
    const words = fc.constantFrom('canary', 'canary: canary', 'prompt: canary', 'prompt: canary, canary', '{{canary}}');
    const note = fc.tuple(fc.array(words, { maxLength: 4 }), fc.array(words, { maxLength: 4 }));
    fc.assert(
      fc.property(note, ([lines, rest]) => {
        expect(String(errorOf(lines.join('\n'), rest.join('\n')))).not.toContain('canary');
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe('a template that is filled', () => {
  const fill = (source: string, values: Record<string, string>, maxBytes = 1_000_000) =>
    fillTemplate(source, new Map(Object.entries(values)), maxBytes);

  test('has its values as they are', () => {
    expect(fill('{{a}}{{ b }} {{}} {{{a}}}', { a: '{{b}} $& $1', b: '{{' })).toEqual({
      ok: true,
      text: '{{b}} $& $1{{ {{}} {{{b}} $& $1}',
    });
  });

  test('a placeholder without a value is named', () => {
    expect(fill('{{a}}{{b}}', { a: '' })).toEqual({ ok: false, reason: 'unknown', name: 'b' });
    expect(fill('{{constructor}}', {})).toEqual({ ok: false, reason: 'unknown', name: 'constructor' });
  });

  test('names are alike however their letters are composed', () => {
    expect(fill('{{e\u0301}}', { '\u00e9': 'x' })).toEqual({ ok: true, text: 'x' });
  });

  test('the result takes as many bytes as allowed, and no more', () => {
    expect(fill('é{{a}}', { a: '漢' }, 5)).toEqual({ ok: true, text: 'é漢' });
    expect(fill('é{{a}}', { a: '漢' }, 4)).toEqual({ ok: false, reason: 'too_large' });
    expect(fill('{{a}}é', { a: '漢' }, 4)).toEqual({ ok: false, reason: 'too_large' });
    expect(fill('{{a}}'.repeat(100_000), { a: 'x'.repeat(1_000_000) })).toEqual({ ok: false, reason: 'too_large' });
  });

  test('is the pieces of the text with the values between them, never read again', () => {
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
  'the time is in proportion to the text: %j',
  (part) => {
    const repeated = (units: number): string => part.repeat(units / part.length);
    const read = (body: string) => parseTemplate(flat(body), { start: 0, end: 1, content: body }, 1);
    expectLinear(repeated, read, 100_000);
    expect(read(repeated(16_000_000)).text).toBeDefined();
  },
);
