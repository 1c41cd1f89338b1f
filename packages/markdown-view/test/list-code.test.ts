import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`. */
const short = (node: SafeNode): string =>
  typeof node === 'string' ? JSON.stringify(node) : `${node.tag}(${node.children.map(short).join(' ')})`;
const page = (body: string) => renderPage(body).map(short);

test('renderPage continues an item behind tabs after a blank line', () => {
  expect(page('- a\n\t- b\n\t\t- ```\n\t\t  c\n\n\t\t  d\n\t\t  ```\n')).toEqual([
    'ul(li("a" ul(li("b" ul(li(pre(code("c\\n\\nd\\n"))))))))',
  ]);
  expect(page('- a\n\t- b\n\n\t  c\n')).toEqual(['ul(li("a" ul(li(p("b") p("c")))))']);
  expect(page('1.\n\n   a\n')).toEqual(['ol(li())', 'p("a")']);
});

test.each([
  ['  ```\n  a\n    b\n  c\n  ```\n', 'pre(code("a\\n  b\\nc\\n"))'],
  ['  ~~~\na\n   b\n  ~~~\n', 'pre(code("a\\n b\\n"))'],
  ['- a\n\n    ```\n    b\n      c\n    ```\n', 'ul(li(p("a") pre(code("b\\n  c\\n"))))'],
  ['- ```\n    a\n  ```\n', 'ul(li(pre(code("  a\\n"))))'],
  ['>  ```\n>  a\n>   b\n>  ```\n', 'blockquote(pre(code("a\\n b\\n")))'],
  ['```\n  a\n```\n', 'pre(code("  a\\n"))'],
])('renderPage removes the indentation of the fence from the code in %j', (body, expected) => {
  expect(page(body)).toEqual([expected]);
});
