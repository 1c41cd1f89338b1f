import { expect, it } from 'vitest';
import { measureSizes } from './support/sizes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

it('what is loaded for the page, a note and each thing beside weighs no more than its budget [WEB-SIZES]', async () => {
  const sizes = await measureSizes(web);
  expect(sizes.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
  expect(sizes[0]?.bytes).toBeGreaterThan(0);
});
