import { findKeptNames, type LibraryPlace, listNames, type NameKind, nameKinds } from '@notes/operations/names';
import { MAX_NAMES, selectNames, toPrefix } from './completion-names.js';
import { type PlaceFlags, readPlaceFlag } from './place-flags.js';

const COMMAND = '__complete';

interface Completion {
  readonly kind: NameKind;
  readonly word: string;
  readonly flags: LibraryPlace['flags'];
}

/**
 * Runs `notes __complete` without loading the other commands: a shell waits for it at each press of a key.
 *
 * @param beforeOpening - called before the code that opens a library is loaded
 * @returns lines to print; undefined for a command line or a library that the command itself has to look at
 */
export async function completeQuickly(
  argv: readonly string[],
  environment: LibraryPlace['environment'],
  beforeOpening: () => Promise<void> = async () => {},
): Promise<string[] | undefined> {
  const asked = parseCompletion(argv);
  if (asked === undefined) return undefined;
  const { kind, word, flags } = asked;
  const prefix = toPrefix(word);
  const since = performance.now();
  try {
    const place = { flags, environment };
    const request = { kind, prefix, limit: MAX_NAMES };
    const kept = findKeptNames(place, request);
    if (kept !== undefined) return selectNames(kept, prefix, since);
    await beforeOpening();
    const names = await listNames(place, request, Date.now());
    return names && selectNames(names, prefix, since);
  } catch {
    // The command finds the same error and explains it.
    return undefined;
  }
}

function parseCompletion(argv: readonly string[]): Completion | undefined {
  const words: string[] = [];
  const flags: PlaceFlags = {};
  const rest = [...argv];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === '--') {
      words.push(...rest);
      break;
    }
    if (!next.startsWith('-')) {
      words.push(next);
      continue;
    }
    const flag = readPlaceFlag(next, rest);
    if (flag === undefined) return undefined;
    flags[flag.name] = flag.value;
  }
  const [command, kind, word = '', ...others] = words;
  const known = nameKinds.find((each) => each === kind);
  return command !== COMMAND || known === undefined || others.length > 0 ? undefined : { kind: known, word, flags };
}
