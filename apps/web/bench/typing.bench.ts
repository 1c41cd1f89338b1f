import { it } from 'vitest';
import { useWeb } from '../test/support/web.js';
import { printTime } from './figures.js';
import { typingTimesBySize } from './typing-by-size.js';

const web = useWeb();

it('a key is as quick in a long note as in a short one', async () => {
  for (const time of await typingTimesBySize(web)) printTime(time);
});
