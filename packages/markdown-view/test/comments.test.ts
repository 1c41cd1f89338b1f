import { expectWithin } from '@notes/tooling/expect-time';
import { expect, test } from 'vitest';
import { renderPage, withoutComments } from '../src/index.js';

const page = (body: string) => JSON.stringify(renderPage(body));
const kinds = [
  ['%%', '%%'],
  ['<!--', '-->'],
] as const;
const PLACES = [
  'shown @ shown',
  '@ shown',
  'shown\n@\nshown',
  '@\n\nshown',
  '# shown @',
  'shown @\n=====\n',
  '*shown @ b* **c@** ==d@== ~~e@~~',
  '[shown @](https://example.org) ![a @](x.png) [[shown]]@',
  '- shown @\n  - @ shown\n\n1. @ shown',
  '- [ ] shown @',
  '> shown @\n> @ shown',
  '> [!note] shown @\n> @',
  '| shown @ | b |\n|-|-|\n| @ | d @ |',
  'shown[^1]\n\n[^1]: shown @\n\n    @ shown',
  '<div>shown @</div>',
  '<details>\n<summary>shown @</summary>\n\n@\n\n</details>',
  'shown https://example.org/ @ <b>@</b>',
  '`code` shown @ `code @@@@@@`',
];
const SECRETS = [
  'secret',
  ' secret ',
  '\nsecret\n',
  '\n\nsecret\n\n- secret\n\n',
  '\n```\nsecret\n',
  '`secret ',
  '$secret ',
];

test.each(kinds.flatMap(([open, close]) => SECRETS.map((secret) => [open + secret + close] as const)))(
  'renderPage omits the comment %j in any position',
  (comment) => {
    for (const place of PLACES) {
      const found = page(place.replaceAll('@', comment).replaceAll(/`code .*`/gs, '')) + page(`${comment}\n\n${place}`);
      expect(found.replaceAll('@', ''), place).not.toContain('secret');
      expect(found, place).toContain('shown');
      expect(found, place).not.toContain('%%');
    }
  },
);

test('renderPage omits an unclosed comment up to the end of the text', () => {
  for (const [open] of kinds)
    for (const secret of ['shown @ secret\n\nsecret `secret`', 'shown\n\n@\nsecret\n\n# secret', '- shown @\n\nsecret'])
      expect(page(secret.replaceAll('@', open))).toMatch(/^(?!.*secret).*shown/);
});

test('withoutComments keeps code, formulas and escaped marks', () => {
  const body =
    'a `%% b %%` $x %% y$ \\%% c\n\n```\n%% d\n<!-- e -->\n```\n\n    %% f\n\n$$\ng %% h\n$$\n\n\\<!-- i -->\n';
  expect(withoutComments(body)).toBe(body);
});

test('withoutComments reads overlapping code and comments from the start', () => {
  expect(withoutComments('%% tick ` %% shown `code` %% secret %%')).toBe(' shown `code` ');
  expect(withoutComments('%%\n```\nsecret\n%%\nshown\n\n```\n%% code\n```\n')).toBe(
    '\n\n\n\nshown\n\n```\n%% code\n```\n',
  );
  expect(withoutComments('%% <!-- %% shown <!-- %% --> shown %% secret')).toBe(' shown <!----> shown ');
  expect(withoutComments('%% a ` %% b ` c `%% d %% e')).toBe(' b ` c ` e');
  expect(withoutComments('%% a ` %% b `c`\n\n'.repeat(100))).toMatch(/^(?: b `c`\n\n){30,}[^%]*$/);
});

test('withoutComments keeps line numbers, and the marks of lists and quotes', () => {
  expect(withoutComments('a %%b\n\nc%% d')).toBe('a \n\n d');
  expect(withoutComments('> a %%\n> b\n> %% c\n- %% d\n  e %% f')).toBe('> a \n> \n>  c\n- \n   f');
  expect(withoutComments('- a\n\n<!-- b -->\n\n- c')).toBe('- a\n\n<!---->\n\n- c');
});

test.each(['[a](', '![a](', '[a](b ('])('withoutComments takes linear time for repeated, unclosed %j', (part) => {
  const body = `${part.repeat(100_000)}\n\n`;
  expectWithin(20_000, () => expect(withoutComments(`${body}%% b %%`)).toBe(body));
});
