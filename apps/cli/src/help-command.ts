import { Command } from 'commander';
import { explainUnknownCommand } from './explain-unknown-command.js';

/**
 * Adds the command `help` to a program or group. The one of commander shows the help of the first word only, and the
 * general help for an unknown word.
 */
export function addHelpCommand(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help')
    .argument('[command...]', 'Words of the command.')
    .description('Show the help of a command.')
    .action((words: readonly string[]) => findCommand(parent, words).outputHelp());
}

/**
 * Returns the command that words name.
 *
 * @throws the error of commander for an unknown word, with the nearest known one
 */
function findCommand(parent: Command, words: readonly string[]): Command {
  return words.reduce<Command>(
    (at, word) => at.commands.find((command) => command.name() === word) ?? refuseUnknown(at, word),
    parent,
  );
}

/** Refuses a word as commander does, which names near words: by a command with the same words and nothing to run. */
function refuseUnknown(parent: Command, word: string): never {
  const probe = new Command().configureOutput({ outputError: () => {} }).exitOverride((error) => {
    throw explainUnknownCommand(error, parent);
  });
  for (const command of parent.createHelp().visibleCommands(parent)) probe.command(command.name());
  probe.helpOption(false).helpCommand(false);
  if (probe.commands.length > 0) probe.parse(['--', word], { from: 'user' });
  return probe.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
}
