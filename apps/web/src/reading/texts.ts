import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  notLaidOut: 'This note could not be laid out in time. Here it is as it is written.',
  diagram: 'Diagram; its source is below',
  diagramSource: 'Source of the diagram',
  diagramUnknown: 'Diagrams of this kind are not drawn here.',
  diagramTooLarge: (most: number) =>
    `This diagram is not drawn: it is longer than ${plural(most, '# character', '# characters')}.`,
  diagramLate: 'This diagram could not be drawn in time.',
  diagramRefused: (reason: string) => `This diagram cannot be drawn: ${reason}`,
  enlarge: (name: string) => (name === '' ? 'Show the image in full size' : `Show in full size: ${name}`),
  image: 'Image',
  close: 'Close',
});
