import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainQuery, parseQuery } from '../src/index.js';
import { hostileText, query } from './support.js';

describe('explainQuery', () => {
  it.each([
    ['', 'All notes.'],
    ['Été "a b" c*', 'Notes that contain the phrase “a b” and contain a word like “c…” and contain “ete”.'],
    ['-(a OR title:b)', 'Notes that do not contain “a” and do not have “b” in the title.'],
    ['(a OR b) -(c d)', 'Notes that (do not contain “c” or do not contain “d”) and (contain “a” or contain “b”).'],
    ['tag:none OR tag:a', 'Notes that have the tag “a” or one below it or have no tag.'],
    ['-tag:none', 'Notes that have a tag.'],
    ['category:A/b', 'Notes that are in the notebook “a/b” or one below it.'],
    ['-notebook:nb_x', 'Notes that are not in the notebook nb_x or one below it.'],
    ['is:trashed -is:imported', 'Notes that were not imported and are in the Trash.'],
    ['-has:open-task', 'Notes that do not have an open task.'],
    ['created:2026-11 updated:7d', 'Notes that were created in 2026-11 and were updated in the last 7 days.'],
    ['created:>=2026', 'Notes that were created on or after 2026.'],
    ['created:2026..2027 updated:today', 'Notes that were created from 2026 to 2027 and were updated today.'],
    ['links-to:Plan linked-from:doc_x', 'Notes that are linked from doc_x and link to “plan”.'],
    ['id:doc_x filename:*.pdf', 'Notes that have an attachment named like “*.pdf” and have the id doc_x.'],
    [
      'filename:a mime:image/*',
      'Notes that have an attachment named like “*a*” and have an attachment of type image/*.',
    ],
  ])('explains %j: %s', (text, expected) => {
    expect(explainQuery(query(text))).toBe(expected);
  });

  it('returns one sentence for any query', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const result = parseQuery(text);
        if (result.ok) expect(explainQuery(result.query)).toMatch(/^(All notes|Notes that .+)\.$/s);
      }),
    );
  });
});
