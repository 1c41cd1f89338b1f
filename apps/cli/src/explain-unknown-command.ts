import { type Command, CommanderError } from 'commander';

/** Commands of Notes by the words that other programs use for them, best first. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
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
  }),
);

/** Words for starting the service, which is another program. */
const SERVICE_WORDS: ReadonlySet<string> = new Set(['serve', 'server', 'start', 'web']);

/** Names a command with the meaning of an unknown one in its error; returns other errors unchanged. */
export function explainUnknownCommand(error: CommanderError, parent: Command): CommanderError {
  const word = /^error: unknown command '([a-z]+)'/.exec(error.message)?.[1];
  if (error.code !== 'commander.unknownCommand' || word === undefined) return error;
  const describe = (end: string) =>
    new CommanderError(error.exitCode, error.code, `error: unknown command '${word}'${end}`);
  const known = SYNONYMS.get(word)?.find((name) => parent.commands.some((command) => command.name() === name));
  if (known !== undefined) return describe(`\n(Did you mean ${known}?)`);
  return parent.parent === null && SERVICE_WORDS.has(word) ? describe('. To start the service: notes-server') : error;
}
