import type { Service } from './service.js';

/** A word of a command as the page quotes it for a shell. */
const WORD = /'(?:[^']|'\\'')*'|\S+/g;

/** What the command line has against a command the page shows: it does not know it, or one of its flags. */
export function objectionsTo(command: string, service: Service): string[] {
  const [program, ...words] = command.match(WORD) ?? [];
  if (program !== 'notes') return [`${command}: is no command of the program notes`];
  const flags = words.filter((word) => word.startsWith('--'));
  try {
    const help = service.command(...words, '--help');
    return flags.filter((flag) => !help.includes(flag)).map((flag) => `${command}: ${flag} is no flag of it`);
  } catch (error) {
    return [`${command}: ${(error as Error).message}`];
  }
}
