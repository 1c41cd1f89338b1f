/** Flags in front of a command that are followed by a value. */
const FLAGS_WITH_VALUE = new Set(['--config', '--profile', '--data-dir']);

/** Returns the first word of a command line that is not a flag that names the library, nor the value of one. */
export function findCommandWord(argv: readonly string[]): string | undefined {
  const first = argv.findIndex(
    (_, at) => !FLAGS_WITH_VALUE.has(argv[at - 1] ?? '') && !isPlaceFlag(argv[at] as string),
  );
  return argv[first];
}

const isPlaceFlag = (text: string) => FLAGS_WITH_VALUE.has(text.split('=', 1)[0] as string);
