import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  conflict: 'Conflict',
  heading: 'Changed in two places',
  title: 'Title',
  titles: (mine: string, mySide: string, theirs: string, theirSide: string) =>
    `${mySide}: “${mine}” · ${theirSide}: “${theirs}”`,
  useMyTitle: 'Use my title',
  useTheirTitle: 'Use their title',
  useTitle: (side: string) => `Use title: ${side}`,
  conflictNumber: (index: number) => `Conflict ${number(index)}`,
  resolvedConflictNumber: (index: number) => `Conflict ${number(index)}, resolved`,
  base: 'Original',
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'Both',
  result: 'Result',
  allResolved: 'All conflicts are resolved.',
  unresolvedCount: (open: number) => plural(open, '# conflict left to resolve', '# conflicts left to resolve'),
  saveResult: 'Save result',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep theirs',
  saveAsNew: 'Save mine as a new note',
  keptTheirs: 'Kept their version',
  undo: 'Undo',
  noConflict: 'This note has no conflict to resolve.',
  noAnswer: 'The service is not responding. Your text is kept on this device.',
  changedAgain: 'The note was changed again. Your decisions are kept.',
  lockedByOtherTab:
    'Another tab still has this note open. Your decision is applied as soon as that tab releases the note.',
  stopWaiting: 'Stop waiting',
  openNote: 'Open the note',
  backToNote: 'Back to the note',
});

/** Names of the sides of a conflict, and of their titles. */
export interface SideNames {
  readonly mine: string;
  readonly theirs: string;
  readonly myTitle: string;
  readonly theirTitle: string;
}

/** Names for the local text and the server's. */
export const ownNames: SideNames = {
  mine: text.mine,
  theirs: text.theirs,
  myTitle: text.useMyTitle,
  theirTitle: text.useTheirTitle,
};

/** Names for the versions of two devices. */
export const getSideNames = (mine: string, theirs: string): SideNames => ({
  mine,
  theirs,
  myTitle: text.useTitle(mine),
  theirTitle: text.useTitle(theirs),
});
