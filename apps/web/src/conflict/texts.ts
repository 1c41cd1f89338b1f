import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  conflict: 'Conflict',
  heading: 'The same lines were changed elsewhere',
  title: 'Title',
  titles: (mine: string, theirs: string) => `Mine: “${mine}” · Theirs: “${theirs}”`,
  place: (index: number) => `Place ${number(index)}`,
  decidedPlace: (index: number) => `Place ${number(index)}, decided`,
  base: 'Before',
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'Both',
  result: 'Result',
  allDecided: 'All is decided.',
  stillOpen: (open: number, all: number) => `Still to be decided: ${number(open)} of ${number(all)}`,
  saveResult: 'Save result',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  saveAsNew: 'Save mine as a new note',
  theirsKept: 'Theirs was kept',
  undo: 'Undo',
  nothingToDecide: 'There is nothing to decide about this note.',
  noAnswer: 'The service does not answer. What you wrote is kept on this device.',
  openNote: 'Open the note',
});
