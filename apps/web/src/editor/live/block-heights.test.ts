import { expect, it } from 'vitest';
import { recallHeight, rememberHeight } from './block-heights.js';

const createSource = (index: number) => `${index}`.padEnd(20_000, 'x');
const countRemembered = (sources: readonly string[]) =>
  sources.filter((source) => recallHeight(source) !== undefined).length;

it('heights of few long blocks and of many short ones are remembered, the latest always', () => {
  const long = Array.from({ length: 300 }, (_, index) => createSource(index));
  for (const source of long) rememberHeight(source, 10);
  expect(countRemembered(long)).toBe(100);
  const short = Array.from({ length: 6_000 }, (_, index) => `block ${index}`);
  for (const source of short) rememberHeight(source, 10);
  expect(countRemembered(short)).toBe(5_000);
  expect(recallHeight('block 5999')).toBe(10);
});

it('a height that is remembered again replaces the one before', () => {
  rememberHeight('block', 10);
  rememberHeight('block', 20);
  expect(recallHeight('block')).toBe(20);
});
