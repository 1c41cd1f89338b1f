import { describe, expect, it } from 'vitest';
import { runOn } from '../testing.js';
import { toggleHeading, toggleQuote } from './block-marks.js';
import { insertLink, toggleAround } from './inline-marks.js';

describe('toggleAround', () => {
  it.each([
    ['**', '‹word›', '**‹word›**'],
    ['**', '**‹word›**', '‹word›'],
    ['`', 'a |', 'a `|`'],
    ['`', 'a|', 'a`|`'],
    ['**', 'one w|ord', 'one **w|ord**'],
    ['**', 'one **w|ord**', 'one w|ord'],
    ['**', '**bold|**', '**bold**|'],
    ['**', '***bold|***', '***bold**|*'],
    ['*', '**bold|**', '**bold*|***'],
    ['*', '*it|*', '*it*|'],
    ['`', '`code|` b', '`code`| b'],
    ['==', 'a |==b==', 'a ==|====b=='],
    ['~~', 'a ~~b|~~', 'a ~~b~~|'],
    ['*', '**‹word›**', '***‹word›***'],
    ['**', '***‹word›***', '*‹word›*'],
    ['*', '***‹word›***', '**‹word›**'],
    ['==', '‹a› ‹b›', '==‹a›== ==‹b›=='],
    ['**', 'see‹ word› here', 'see **‹word›** here'],
    ['**', 'see ‹word ›here', 'see **‹word›** here'],
    ['**', 'see** ‹word› **here', 'see** **‹word›** **here'],
    ['**', 'see **‹word›** here', 'see ‹word› here'],
    ['**', 'a‹  ›b', 'a‹  ›b'],
    ['**', 'a ‹**word**› b', 'a ‹word› b'],
    ['**', '‹*word*›', '***‹word›***'],
    ['**', '‹a*›', '**‹a*›**'],
    ['**', '‹**a** and **b**›', '**‹**a** and **b**›**'],
    ['*', '‹one\n\ntwo›', '*‹one*\n\n*two›*'],
    ['*', '*‹one*\n\n*two›*', '‹one\n\ntwo›'],
    ['*', '*‹one*\n\ntwo›', '*‹one*\n\n*two›*'],
    ['**', '**‹one\ntwo›**', '‹one\ntwo›'],
    ['**', '‹- [ ] a\n  1. b\n> c\n# d\n›', '- [ ] **‹a**\n  1. **b**\n> **c**\n# **d›**\n'],
  ])('with %j turns %j into %j', (mark, before, result) => expect(runOn(toggleAround(mark), before)).toBe(result));
});

describe('insertLink', () => {
  it.each([
    ['a | b', 'a [|]() b'],
    ['a ‹word› b', 'a [word](|) b'],
    ['a‹ word ›b', 'a [word](|) b'],
    ['‹https://example.org/a_b›', '[|](https://example.org/a_b)'],
  ])('turns %j into %j', (before, result) => expect(runOn(insertLink, before)).toBe(result));
});

describe('block marks', () => {
  it.each([
    [toggleHeading(2), 'a|', '## a|'],
    [toggleHeading(2), '# a|', '## a|'],
    [toggleHeading(2), '## a|', 'a|'],
    [toggleHeading(0), '### a|', 'a|'],
    [toggleHeading(1), '‹a\n\nb›', '# ‹a\n\n# b›'],
    [toggleQuote, '‹a\nb›', '> ‹a\n> b›'],
    [toggleQuote, '> > ‹a\n> b›', '> ‹a\nb›'],
  ])('%# turn %j into %j', (command, before, result) => expect(runOn(command, before)).toBe(result));
});
