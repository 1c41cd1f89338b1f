import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@notes/operations/config';
import { UsageError } from './failures.js';
import type { Call } from './presentation.js';

const STANDARD_EDITOR = 'vi';

/**
 * Opens a text in the program that `VISUAL` or `EDITOR` names, and passes the result to `keep`. When that fails the
 * text stays in its file if it was edited, and a notice gives the path.
 *
 * @throws UsageError without a terminal, when the editor fails, or when its result is not a text
 */
export async function editText<T>(call: Call, text: string, keep: (edited: string) => Promise<T>): Promise<T> {
  if (!call.mayAsk)
    throw new UsageError(
      'An editor needs a terminal and does not open with --no-input. Give the text with --body or --body-file',
    );
  const folder = makeTemporaryFolder('notes-edit-');
  const file = join(folder, 'note.md');
  writeFileSync(file, text, { mode: 0o600 });
  try {
    await runEditor(call.env.VISUAL || call.env.EDITOR || STANDARD_EDITOR, file);
    const bytes = readEdited(file);
    if (!isUtf8(bytes)) throw new UsageError('The edited text is not valid UTF-8. Save it as UTF-8');
    const kept = await keep(bytes.toString('utf8'));
    rmSync(folder, { recursive: true, force: true });
    return kept;
  } catch (error) {
    if (isWorthKeeping(file, text)) call.out.ask(`Your text is in ${file}\n`);
    else rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @throws UsageError when the editor removed the file */
function readEdited(file: string): Buffer {
  if (!existsSync(file)) throw new UsageError('The editor removed the file of the text, so nothing was saved');
  return readFileSync(file);
}

/** Returns false for a file that is missing, empty, or as it was before the editor started. */
function isWorthKeeping(file: string, before: string): boolean {
  if (!existsSync(file)) return false;
  const edited = readFileSync(file);
  return edited.toString('utf8').trim() !== '' && !edited.equals(Buffer.from(before));
}

/** Signals that a terminal sends to all programs in front: they are for the editor alone, as with git. */
const EDITOR_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

/** Runs the editor. Ctrl-C and Ctrl-\ do not end this process meanwhile, so that the edited text is not lost. */
async function runEditor(editor: string, file: string): Promise<void> {
  const ignore = () => {};
  for (const signal of EDITOR_SIGNALS) process.on(signal, ignore);
  try {
    await waitForEditor(editor, file);
  } finally {
    for (const signal of EDITOR_SIGNALS) process.off(signal, ignore);
  }
}

/**
 * Starts the editor through a shell, because its command may have arguments. The file's name never passes through the
 * shell. The shell survives the signals by a trap, which, unlike an ignored signal, the editor does not inherit.
 */
function waitForEditor(editor: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `trap : INT QUIT; ${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new UsageError(describeFailure(editor, code)))));
  });
}

/** Exit code of a shell for a command that does not exist. */
const NOT_FOUND = 127;

function describeFailure(editor: string, code: number | null): string {
  if (code === NOT_FOUND)
    return `The editor ${editor} was not found. Set VISUAL or EDITOR to the command of an installed editor`;
  return `The editor ${editor} failed with ${code === null ? 'a signal' : `exit code ${code}`}`;
}
