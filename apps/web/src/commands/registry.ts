import { computed, signal } from '@preact/signals';
import { collide, isReserved } from './keys.js';
import { text } from './texts.js';

/** What commands are about, in the order they are listed. */
export const groups = {
  find: text.groupFind,
  go: text.groupGo,
  note: text.groupNote,
  write: text.groupWrite,
  view: text.groupView,
} as const;

/** Something one can do from anywhere: by its name in the palette, or by keys. */
export interface Command {
  /** Kept with the keys somebody chose for it: it stays as it is. */
  readonly id: string;
  readonly group: keyof typeof groups;
  /** As a verb phrase, in sentence case, from a catalogue. */
  readonly title: string;
  /** Sequences of chords, such as `g t` or `Mod+. n`. */
  readonly keys: readonly string[];
  /** A selector of what must have focus for its keys to count; by its name it is run from anywhere. */
  readonly within?: string;
  /** False where there is nothing to do it to. */
  readonly applies?: () => boolean;
  readonly run: () => void;
}

const KEY = 'notes.keys';
const offered = signal<readonly Command[]>([]);
const chosen = signal(keysIn(globalThis.localStorage?.getItem(KEY) ?? null));

/** The keys a text holds by their command. What another version stored, or a hand, may be anything. */
export function keysIn(stored: string | null): Readonly<Record<string, readonly string[]>> {
  try {
    const entries = Object.entries<unknown>(JSON.parse(stored ?? '{}') ?? {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => areSequences(entry[1])));
  } catch {
    return {};
  }
}

const areSequences = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Offers commands; of two with one id the later stands. Gives what takes them back. Those of a thing that comes and goes
 * are better offered once, with `applies`: their keys can be changed, and are kept from others, only while they are here.
 */
export function offerCommands(commands: readonly Command[]): () => void {
  offered.value = [...offered.peek(), ...commands];
  return () => {
    offered.value = offered.peek().filter((command) => !commands.includes(command));
  };
}

/** Every command with the keys it has now. */
export const commands = computed((): readonly Command[] => {
  const byId = new Map(offered.value.map((command) => [command.id, command]));
  return [...byId.values()].map((command) => ({ ...command, keys: chosen.value[command.id] ?? command.keys }));
});

/** The command of each sequence; keys somebody chose come before those a newer version brings. */
export const bindings = computed((): ReadonlyMap<string, string> => {
  const chosenLast = [...commands.value].sort((one, other) => Number(isRebound(one.id)) - Number(isRebound(other.id)));
  return new Map(chosenLast.flatMap(({ id, keys }) => keys.map((sequence): [string, string] => [sequence, id])));
});

export const applicable = (): readonly Command[] => commands.value.filter(({ applies }) => applies?.() ?? true);

/** Those of these ids that there is something to do to, in this order. */
export const applicableOf = (ids: readonly string[]): readonly Command[] => {
  const byId = new Map(applicable().map((command) => [command.id, command]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Commands under what they are about; groups without any are left out. */
export const grouped = (list: readonly Command[]): readonly (readonly [label: string, commands: Command[]])[] =>
  Object.entries(groups)
    .map(([group, label]) => [label, list.filter((command) => command.group === group)] as const)
    .filter(([, members]) => members.length > 0);

/** Does what keys pressed on `target` ask for; false where they ask for nothing there. */
export function runCommand(id: string, target: EventTarget | null): boolean {
  const command = applicable().find((command) => command.id === id);
  const isHere =
    command?.within === undefined || (target instanceof Element && target.closest(command.within) !== null);
  if (command === undefined || !isHere) return false;
  command.run();
  return true;
}

/** What keeps a sequence from being given to a command; undefined when nothing does. */
export function objectionTo(id: string, sequence: string): string | undefined {
  if (isReserved(sequence)) return text.reserved;
  const other = commands.value.find(
    (command) => command.id !== id && command.keys.some((keys) => collide(keys, sequence)),
  );
  return other && text.taken(other.title);
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
