import { collide, isReserved } from './keys.js';
import { text } from './objection-texts.js';
import { commands } from './registry.js';

/** Returns why a sequence cannot be given to a command; undefined when it can. */
export function findObjection(id: string, sequence: string): string | undefined {
  if (isReserved(sequence)) return text.shortcutReserved;
  const other = commands.value.find(
    (command) => command.id !== id && command.keys.some((keys) => collide(keys, sequence)),
  );
  return other && text.shortcutTaken(other.title);
}
