import { describe, expect, it } from 'vitest';
import { runOn } from '../editor/testing.js';
import { linkSelection } from './link-selection.js';

const URL = 'https://new.example';

describe('an address pasted over a selection', () => {
  it.each([
    ['a ‹b› c', `a [‹b›](${URL}) c`],
    ['‹a› ‹b›', `[‹a›](${URL}) [‹b›](${URL})`],
    ['**‹a›**', `**[‹a›](${URL})**`],
  ])('of plain text turns %j into %j', (before, after) => expect(runOn(linkSelection(URL), before)).toBe(after));

  it.each([
    ['[‹a b›](https://old.example)', `[‹a b›](${URL})`],
    ['[a ‹b› c](https://old.example "Title")', `[a ‹b› c](${URL} "Title")`],
    ['[a **‹b›**](<https://old.example/a b>)', `[a **‹b›**](${URL})`],
    ['[‹a› ‹b›](https://old.example)', `[‹a› ‹b›](${URL})`],
    ['[‹a›]()', `[‹a›](${URL})`],
    ['[‹a›][ref]', `[‹a›](${URL})`],
    ['[‹a›] b', `[‹a›](${URL}) b`],
    ['‹a› [‹b›](x)', `[‹a›](${URL}) [‹b›](${URL})`],
  ])('of the text of a link replaces its target: %j becomes %j', (before, after) =>
    expect(runOn(linkSelection(URL), before)).toBe(after),
  );

  it.each([
    '[a](https://‹old›.example)',
    '[a](https://old.‹example) b›',
    '[a](b "‹title›")',
    '[[‹Note›]]',
    '[[Note|‹text›]]',
    '![‹alt›](picture.png)',
    '[![‹alt›](picture.png)](https://old.example)',
    '<https://‹old›.example>',
    'https://‹old›.example',
    '[ref]: https://‹old›.example',
    '‹[a](b)›',
    '`‹a›`',
    '‹a\nb›',
    'a|b',
  ])('is pasted plainly in %j', (before) => expect(runOn(linkSelection(URL), before)).toBe('not taken'));
});
