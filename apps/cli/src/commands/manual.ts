import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from '@notes/operations/config';
import { z } from 'zod';
import { UsageError } from '../failures.js';
import { bashCompletion } from '../manual/bash.js';
import type { CommandShape } from '../manual/command-table.js';
import { fishCompletion } from '../manual/fish.js';
import { getPageName, renderManPage } from '../manual/man-page.js';
import { zshCompletion } from '../manual/zsh.js';
import type { OwnCommand } from '../presentation.js';
import { version } from '../version.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
const shellNames = Object.keys(shells) as (keyof typeof shells)[];

const completionInput = z.strictObject({ shell: z.enum(shellNames).describe('Shell to print the script for.') });

/** `notes completion` */
export const completion: OwnCommand<{ readonly shell: string; readonly script: string }> = {
  summary: 'Print a shell completion script for commands, flags and names.',
  input: completionInput,
  cli: {
    command: 'completion',
    positional: ['shell'],
    examples: [
      `echo 'eval "$(notes completion bash)"' >> ~/.bashrc`,
      `echo 'notes completion fish | source' >> ~/.config/fish/config.fish`,
    ],
  },
  withoutLibrary: async ({ commands }, values) => {
    const { shell } = completionInput.parse(values);
    return { shell, script: shells[shell](commands()) };
  },
  render: { table: ({ script }, out) => out.raw(script) },
};

interface Page {
  readonly name: string;
  readonly text: string;
}

const manInput = z.strictObject({
  command: z.string().array().optional().describe('Words of a command. Without them, the page of notes itself.'),
  write: z.string().optional(),
});

/** `notes man` */
export const man: OwnCommand<{ readonly pages: readonly Page[]; readonly written_to: string | null }> = {
  summary: 'Print the manual page of a command in the format of man.',
  input: manInput,
  cli: {
    command: 'man',
    positional: ['command'],
    examples: ['notes man import | man -l -', 'notes man --write ~/.local/share/man/man1'],
  },
  positional: { command: '[command...]' },
  inputs: { write: { flags: '--write <dir>', description: 'Write the pages of all commands into a folder.' } },
  withoutLibrary: async ({ commands }, values) => {
    const { command = [], write } = manInput.parse(values);
    const all = commands();
    const shapes = write === undefined ? [findCommand(all, command)] : all;
    const pages = shapes.map((shape) => ({ name: getPageName(shape.path), text: renderManPage(shape, all, version) }));
    if (write !== undefined) writePages(pages, write);
    return { pages, written_to: write ?? null };
  },
  render: {
    table: ({ pages, written_to }, out) => {
      if (written_to === null) for (const { text } of pages) out.raw(text);
      else out.notice(`Wrote ${pages.length} pages to ${written_to}`);
    },
  },
};

function findCommand(commands: readonly CommandShape[], words: readonly string[]): CommandShape {
  const found = commands.find(({ path }) => path.join(' ') === words.join(' '));
  if (found !== undefined) return found;
  throw new UsageError(`Unknown command '${words.join(' ')}'. notes --help lists all commands`);
}

function writePages(pages: readonly Page[], folder: string): void {
  createFolders(folder);
  for (const { name, text } of pages) writeFileSync(join(folder, `${name}.1`), text);
}
