import { type Command, CommanderError } from 'commander';

/** Words for commands that other programs use, with those that Notes has for them, best first. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  add: ['new', 'create'],
  backup: ['archive'],
  copy: ['cp'],
  create: ['new'],
  del: ['rm'],
  delete: ['rm'],
  find: ['search'],
  get: ['cat', 'show'],
  grep: ['search'],
  list: ['search'],
  ls: ['list', 'search'],
  move: ['mv'],
  mv: ['move'],
  new: ['create'],
  read: ['cat', 'show'],
  remove: ['rm'],
  show: ['cat'],
  undo: ['revert'],
  view: ['cat', 'show'],
};

/** Words for starting the service, which is another program. */
const SERVICE_WORDS: ReadonlySet<string> = new Set(['serve', 'server', 'start', 'web']);

/** Adds to the error for an unknown command the command that has another name here; returns other errors unchanged. */
export function explainUnknownCommand(error: CommanderError, parent: Command): CommanderError {
  const word = /^error: unknown command '([a-z]+)'/.exec(error.message)?.[1];
  if (error.code !== 'commander.unknownCommand' || word === undefined) return error;
  const say = (end: string) => new CommanderError(error.exitCode, error.code, `error: unknown command '${word}'${end}`);
  const known = SYNONYMS[word]?.find((name) => parent.commands.some((command) => command.name() === name));
  if (known !== undefined) return say(`\n(Did you mean ${known}?)`);
  return parent.parent === null && SERVICE_WORDS.has(word) ? say('. To start the service: notes-server') : error;
}
