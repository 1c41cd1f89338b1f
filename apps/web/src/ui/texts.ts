import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  untitled: 'Untitled',
  copied: 'Copied',
  notCopied: 'The browser does not let this page copy. Select the text and copy it by hand.',
  copy: 'Copy',
  copyDetails: 'Copy details',
  tryAgain: 'Try again',
  asOf: (time: string) => `as of ${time}`,
  loading: 'Loading',
  readOnly: 'Read-only',
  open: (name: string) => `Open ${name}`,
  close: (name: string) => `Close ${name}`,
  dismiss: 'Dismiss',
  away: 'Not possible now: the service does not answer',
  name: 'Name',
  emoji: 'Emoji before it (may be left out)',
  actions: 'Actions',
  fromTerminal: 'The same from the terminal:',
  titleOfNote: 'Title of a note',
  copyDigest: 'Copy digest',
});
