import { it } from 'vitest';
import { useWeb } from '../test/support/web.js';
import { printTime } from './figures.js';
import { heapAfterNotes } from './heap.js';

const web = useWeb();

it('memory does not grow with the notes that were opened', async () => {
  for (const time of await heapAfterNotes(web)) printTime(time);
});
