import { expect, it } from 'vitest';
import { markdown } from './language.js';

/** Returns the comments, and the marks that their paragraph does not close. */
function listComments(text: string): string[] {
  const found: string[] = [];
  markdown.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'NoteComment' || name === 'CommentMark') found.push(`${name} ${text.slice(from, to)}`);
    },
  });
  return found;
}

it.each<[string, readonly string[]]>([
  ['a %% *b* %% c', ['NoteComment %% *b* %%']],
  ['%%\nb `c\n%%', ['NoteComment %%\nb `c\n%%']],
  ['%%\n\nb\n\n%%', ['CommentMark %%', 'CommentMark %%']],
  ['- %% a %% b %%', ['NoteComment %% a %%', 'CommentMark %%']],
  ['`%%` 5% %', []],
  ['```\n%%\n```', []],
])('comments are parsed within a paragraph, and marks across paragraphs: %j [WEB-LIVE-COMMENTS]', (text, comments) =>
  expect(listComments(text)).toEqual(comments),
);
