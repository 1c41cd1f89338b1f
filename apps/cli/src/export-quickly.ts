import { type ExportChoice, findUnchangedExport } from '@notes/operations/unchanged-export';
import { showExport } from './commands/show-export.js';
import { Output, type OutputStream, wantsColour } from './output.js';
import { type PlaceFlags, readPlaceFlag } from './place-flags.js';
import { version } from './version.js';

interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LAYOUTS: readonly string[] = ['auto', 'fanout'] satisfies ExportChoice['layout'][];
const ENCODINGS: readonly string[] = ['none', 'deflate'] satisfies ExportChoice['compress'][];

const SWITCHES: readonly string[] = ['-q', '--quiet', '--json'];

/** Command line of an export of the whole library. */
interface ExportLine {
  readonly choice: ExportChoice;
  readonly flags: PlaceFlags;
  readonly isQuiet: boolean;
  readonly isJson: boolean;
}

/**
 * Runs `notes archive export` when nothing changed since the last export, without loading the other commands and the
 * operations, which takes most of the time of such an export.
 *
 * @returns true when the answer was printed; false for a command line or a library that the command itself has to look at
 */
export async function exportQuickly(argv: readonly string[], env: Environment, streams: Streams): Promise<boolean> {
  const line = parseExport(argv);
  if (line === undefined) return false;
  const answer = await findAnswer(line, env);
  if (answer === undefined) return false;
  const { stdout, stderr } = streams;
  const colour = wantsColour(stdout, true, env);
  const out = new Output(stdout, stderr, { quiet: line.isQuiet, verbose: false, colour, libraryFlags: [] });
  if (line.isJson) out.json(answer);
  // An export that went well has nothing to say with --quiet.
  else if (!line.isQuiet) showExport(answer, out);
  return true;
}

async function findAnswer({ choice, flags }: ExportLine, environment: Environment) {
  try {
    return await findUnchangedExport({ flags, environment }, choice, { serviceVersion: version, now: Date.now() });
  } catch {
    // The command finds the same error and explains it.
    return undefined;
  }
}

/** Returns undefined for every command line with other words or flags, however common. */
function parseExport(argv: readonly string[]): ExportLine | undefined {
  const words: string[] = [];
  const flags: PlaceFlags = {};
  const given: Record<string, string> = {};
  const rest = [...argv];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (!next.startsWith('-')) words.push(next);
    else if (SWITCHES.includes(next)) given[next] = '';
    else if (next === '--layout' || next === '--compress') given[next] = rest.shift() ?? '';
    else {
      const flag = readPlaceFlag(next, rest);
      if (flag === undefined) return undefined;
      flags[flag.name] = flag.value;
    }
  }
  const [group, command, directory, ...others] = words;
  const { '--layout': layout = 'auto', '--compress': compress = 'none' } = given;
  const isExport = group === 'archive' && command === 'export' && others.length === 0;
  if (!isExport || !directory || !LAYOUTS.includes(layout) || !ENCODINGS.includes(compress)) return undefined;
  return {
    choice: { directory, layout, compress } as ExportChoice,
    flags,
    isQuiet: '-q' in given || '--quiet' in given,
    isJson: '--json' in given,
  };
}
