import { existsSync, readFileSync } from 'node:fs';

/** Written by the program itself when it was built: of each command, what its `--help` says. */
const MANUAL = new URL('../../../cli/dist/man/', import.meta.url);
/** A word of a command as the page quotes it for a shell. */
const WORD = /'(?:[^']|'\\'')*'|\S+/g;

/** What the command line has against a command the page shows: it does not know it, or one of its flags. */
export function objectionsTo(command: string): string[] {
  const [program, ...words] = command.match(WORD) ?? [];
  if (program !== 'notes') return [`${command}: is no command of the program notes`];
  const page = pageOf(words);
  if (page === undefined) return [`${command}: is no command`];
  const flags = words.filter((word) => word.startsWith('--'));
  return flags.filter((flag) => !flagsIn(page).has(flag)).map((flag) => `${command}: ${flag} is no flag of it`);
}

/** The page of the longest command the words begin with; undefined where there is none, or only a group, which has no example. */
function pageOf(words: readonly string[]): string | undefined {
  for (let count = words.length; count > 0; count -= 1) {
    const place = new URL(`${['notes', ...words.slice(0, count)].map(encodeURIComponent).join('-')}.1`, MANUAL);
    if (!existsSync(place)) continue;
    const page = readFileSync(place, 'utf8');
    return page.includes('\n.SH EXAMPLES\n') ? page : undefined;
  }
  return undefined;
}

/** Long flags; roff writes a dash as `\-`. */
const flagsIn = (page: string): ReadonlySet<string> =>
  new Set(page.replaceAll(String.raw`\-`, '-').match(/(?<![\w-])--[a-z][a-z0-9-]*/g));
