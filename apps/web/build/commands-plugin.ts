import { operations } from '@notes/contract';
import type { Plugin } from 'vite';
import { dataPlugin } from './data-plugin.js';

/** Words after `notes` of each operation available on the command line. */
export const commandsPlugin = (): Plugin => dataPlugin('commands', commandWords);

export function commandWords(): Record<string, string> {
  const faces = Object.entries(operations).flatMap(([name, { cli }]) => (cli === null ? [] : [[name, cli] as const]));
  return Object.fromEntries(faces.map(([name, { command }]) => [name, command]));
}
