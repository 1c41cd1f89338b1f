import type { Command } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { toggleList, toggleTaskAt } from './lists.js';
import { runOn } from './testing.js';

describe('toggleList', () => {
  it.each([
    ['bullet', 'a|', '- a|'],
    ['bullet', '- a|', 'a|'],
    ['ordered', '‹a\n\nb›', '1. ‹a\n\n2. b›'],
    ['task', '  - a|', '  - [ ] a|'],
    ['bullet', '- [x] a|', '- a|'],
    ['bullet', '> a|\nb\n> c|', '> - a|\nb\n> - c|'],
  ] as const)('of the kind %s turns %j into %j', (kind, before, result) => {
    expect(runOn(toggleList(kind), before)).toBe(result);
  });
});

describe('toggleTaskAt', () => {
  const toggle: Command = (view) => toggleTaskAt(view, view.state.selection.main.head);
  it.each([
    ['- [ ] a|', '- [x] a|'],
    ['1) [X] a|', '1) [ ] a|'],
    ['- - [ ] a|', '- - [x] a|'],
    ['> -\t[ ] a|', '> -\t[x] a|'],
    ['- [ ]|', '- [x]|'],
    ['- [x] a repeat:daily|', '- [ ] a repeat:daily|'],
    ['- [ ]a|', 'not taken'],
    ['- a|', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(runOn(toggle, before)).toBe(result));
});
