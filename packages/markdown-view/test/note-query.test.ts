import { renderNote, type SafeElement } from '@notes/markdown-view';
import { expect, test } from 'vitest';

const render = (info: string) => JSON.parse(renderNote(`\`\`\`${info}\nquery:\n\`\`\`\n`)[0]!.json) as SafeElement;

test.each([
  ['note-query', undefined],
  ['note-query board', 'board'],
  ['note-query   calendar', 'calendar'],
  ['note-query table extra', 'table'],
  ['note-query unknown', undefined],
  ['note-query "><script>', undefined],
])('a block labelled %j is a query with the view %s', (info, view) => {
  const { attributes, children } = render(info);
  expect([attributes['data-part'], attributes['data-kind'], ...children]).toEqual(['note-query', view, 'query:']);
});
