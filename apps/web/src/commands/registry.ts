import { computed, signal } from '@preact/signals';
import { readStored, writeStored } from '../kernel/browser-storage.js';
import { text } from './texts.js';

/** Groups of commands, in display order. */
export const groups = {
  find: text.groupFind,
  go: text.groupGo,
  note: text.groupNote,
  write: text.groupWrite,
  view: text.groupView,
} as const;

/** A command, run by name in the palette or by keys. */
export interface Command {
  /** Identifies the user's own keys for the command, so it must not change. */
  readonly id: string;
  readonly group: keyof typeof groups;
  /** Verb phrase in sentence case, from a catalogue. */
  readonly title: string;
  /** Sequences of chords, such as `g t` or `Mod+. n`. */
  readonly keys: readonly string[];
  /** Selector of elements that must have focus for the keys to work. The palette runs the command from anywhere. */
  readonly scopeSelector?: string;
  /** False when the command has no target now. */
  readonly applies?: () => boolean;
  readonly run: () => void;
}

const KEY = 'notes.keys';
const offeredCommands = signal<readonly Command[]>([]);
const chosenKeys = signal(parseKeys(readStored('localStorage', KEY)));

/** Parses stored keys by command. Invalid values, as from another version or a manual edit, are ignored. */
export function parseKeys(stored: string | null): Readonly<Record<string, readonly string[]>> {
  try {
    const entries = Object.entries<unknown>(JSON.parse(stored ?? '{}') ?? {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => areSequences(entry[1])));
  } catch {
    return {};
  }
}

const areSequences = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Registers commands; a later one replaces an earlier one with the same id. Returns a function that removes them. A
 * command of something temporary is better registered once, with `applies`: its keys can be changed, and are reserved,
 * only while it is registered.
 */
export function offerCommands(commands: readonly Command[]): () => void {
  offeredCommands.value = [...offeredCommands.peek(), ...commands];
  return () => {
    offeredCommands.value = offeredCommands.peek().filter((command) => !commands.includes(command));
  };
}

/** All commands, with their current keys. */
export const commands = computed((): readonly Command[] => {
  const byId = new Map(offeredCommands.value.map((command) => [command.id, command]));
  return [...byId.values()].map((command) => ({ ...command, keys: chosenKeys.value[command.id] ?? command.keys }));
});

/** Command of each sequence. The user's own keys take precedence over those of a newer version. */
export const bindings = computed((): ReadonlyMap<string, string> => {
  const chosenLast = [...commands.value].sort((one, other) => Number(isRebound(one.id)) - Number(isRebound(other.id)));
  return new Map(chosenLast.flatMap(({ id, keys }) => keys.map((sequence): [string, string] => [sequence, id])));
});

/** Returns the commands that apply now. */
export const listApplicable = (): readonly Command[] => commands.value.filter(({ applies }) => applies?.() ?? true);

/** Returns those of the given commands that apply now, in the given order. */
export const pickApplicable = (ids: readonly string[]): readonly Command[] => {
  const byId = new Map(listApplicable().map((command) => [command.id, command]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Groups commands; empty groups are left out. */
export const groupCommands = (list: readonly Command[]): readonly (readonly [label: string, commands: Command[]])[] =>
  Object.entries(groups)
    .map(([group, label]) => [label, list.filter((command) => command.group === group)] as const)
    .filter(([, members]) => members.length > 0);

/** Runs the command for keys pressed on `target`; returns false when it does not apply there. */
export function runCommand(id: string, target: EventTarget | null): boolean {
  const command = listApplicable().find((command) => command.id === id);
  const isInScope =
    command?.scopeSelector === undefined ||
    (target instanceof Element && target.closest(command.scopeSelector) !== null);
  if (command === undefined || !isInScope) return false;
  command.run();
  return true;
}

/** Stores the user's own keys for a command. */
export const rebind = (id: string, keys: readonly string[]): void => keep({ ...chosenKeys.value, [id]: keys });

/** Restores the default keys of a command. */
export function restoreKeys(id: string): void {
  const { [id]: _, ...others } = chosenKeys.value;
  keep(others);
}

/** Returns true when a command has the user's own keys. */
export const isRebound = (id: string): boolean => chosenKeys.value[id] !== undefined;

function keep(keys: Readonly<Record<string, readonly string[]>>): void {
  chosenKeys.value = keys;
  writeStored('localStorage', KEY, JSON.stringify(keys));
}
