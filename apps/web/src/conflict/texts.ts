import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  conflict: 'Conflict',
  heading: 'Changed here and elsewhere',
  title: 'Title',
  titles: (mine: string, mySide: string, theirs: string, theirSide: string) =>
    `${mySide}: “${mine}” · ${theirSide}: “${theirs}”`,
  myTitle: 'My title',
  theirTitle: 'Their title',
  titleOf: (side: string) => `Title: ${side}`,
  place: (index: number) => `Place ${number(index)}`,
  decidedPlace: (index: number) => `Place ${number(index)}, decided`,
  base: 'Before',
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'Both',
  result: 'Result',
  allDecided: 'All is decided.',
  stillOpen: (open: number) => `Still to be decided: ${number(open)}`,
  saveResult: 'Save result',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  saveAsNew: 'Save mine as a new note',
  theirsKept: 'Theirs was kept',
  undo: 'Undo',
  nothingToDecide: 'There is nothing to decide about this note.',
  noAnswer: 'The service does not answer. What you wrote is kept on this device.',
  changedAgain: 'The note was changed once more. What you decided is kept.',
  notLetGo: 'Another tab has this note and has not let go of it yet. What you decided is done as soon as it does.',
  stopWaiting: 'Stop waiting',
  openNote: 'Open the note',
});
