import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  singleKeys: 'Single keys run commands outside of text fields',
  command: 'Command',
  keys: 'Keys',
  change: 'Change',
  changeOf: (title: string) => `Change the keys of ${title}`,
  takeOff: 'Take off',
  takeOffOf: (title: string) => `Take the keys off ${title}`,
  restore: 'Restore',
  restoreOf: (title: string) => `Restore the keys of ${title}`,
  pressKeys: (title: string) => `Press the new keys of “${title}”; Esc leaves them.`,
  enterTakes: 'Enter takes them.',
});
