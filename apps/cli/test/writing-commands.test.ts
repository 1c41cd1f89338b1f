import { type Operation, operations } from '@notes/contract';
import {
  ALIAS_PREFIX,
  getCommandWords,
  READING_COMMANDS,
  UNTRIED_COMMANDS,
  WRITING_COMMANDS,
} from '@notes/tooling/writing-commands';
import { expect, test } from 'vitest';
import { ownCommands } from '../src/commands/index.js';
import { jobStarts } from '../src/commands/job-start.js';

const rows = Object.values<Pick<Operation, 'cli' | 'http' | 'mcp'>>(operations);
const words = [...rows, ...Object.values(ownCommands)].flatMap(({ cli }) => cli?.command ?? []);

test('every command is interrupted by kills and disk faults, only reads, or has a reason', () => {
  const writing = [...new Set(Object.keys(WRITING_COMMANDS).map(getCommandWords))];
  const listed = [...writing, ...Object.keys(UNTRIED_COMMANDS), ...READING_COMMANDS];
  expect(listed.sort()).toEqual(words.sort());
});

test('no command that only reads has an operation that writes', () => {
  const writing = rows.filter(
    ({ http, mcp }) =>
      ['put', 'patch', 'delete'].includes(http?.method ?? '') || ['editor', 'organizer'].includes(mcp?.scope ?? ''),
  );
  const commands = writing.flatMap(({ cli }) => cli?.command ?? []);
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => READING_COMMANDS.includes(command))).toEqual([]);
});

test('every other name of a command runs one that is interrupted', () => {
  for (const { operation, command } of jobStarts) {
    expect(command.startsWith(ALIAS_PREFIX)).toBe(true);
    const main = rows[Object.keys(operations).indexOf(operation)]?.cli?.command;
    expect(Object.keys(WRITING_COMMANDS).map(getCommandWords)).toContain(main);
  }
});
