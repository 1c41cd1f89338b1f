import { computed, signal } from '@preact/signals';
import { collide, isReserved } from './keys.js';

/** Something one can do from anywhere: by its name in the palette, or by keys. */
export interface Command {
  readonly id: string;
  /** As a verb phrase, in sentence case. */
  readonly title: string;
  /** Sequences of chords, such as `g t`. */
  readonly keys: readonly string[];
  /** False where there is nothing to do it to. */
  readonly applies?: () => boolean;
  readonly run: () => void;
}

const KEY = 'notes.keys';
const offered = signal<readonly Command[]>([]);
const chosen = signal<Readonly<Record<string, readonly string[]>>>(stored());

function stored(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** Offers commands while whatever offers them is there. Gives what takes them back. */
export function offerCommands(commands: readonly Command[]): () => void {
  offered.value = [...offered.peek(), ...commands];
  return () => {
    offered.value = offered.peek().filter((command) => !commands.includes(command));
  };
}

/** Every command with the keys it has now. */
export const commands = computed((): readonly Command[] =>
  offered.value.map((command) => ({ ...command, keys: chosen.value[command.id] ?? command.keys })),
);

/** The command of each sequence. */
export const bindings = computed(
  (): ReadonlyMap<string, string> =>
    new Map(commands.value.flatMap(({ id, keys }) => keys.map((sequence): [string, string] => [sequence, id]))),
);

export const applicable = (): readonly Command[] => commands.value.filter(({ applies }) => applies?.() ?? true);

export function runCommand(id: string): void {
  applicable()
    .find((command) => command.id === id)
    ?.run();
}

/** What keeps a sequence from being given to a command; undefined when nothing does. */
export function objectionTo(id: string, sequence: string): string | undefined {
  if (isReserved(sequence)) return 'The browser keeps these keys for itself.';
  const other = commands.value.find(
    (command) => command.id !== id && command.keys.some((keys) => collide(keys, sequence)),
  );
  return other && `These keys are taken by “${other.title}”.`;
}

export const rebind = (id: string, keys: readonly string[]): void => keep({ ...chosen.value, [id]: keys });

export function restoreKeys(id: string): void {
  const { [id]: _, ...others } = chosen.value;
  keep(others);
}

export const isRebound = (id: string): boolean => chosen.value[id] !== undefined;

function keep(keys: Readonly<Record<string, readonly string[]>>): void {
  chosen.value = keys;
  localStorage.setItem(KEY, JSON.stringify(keys));
}
