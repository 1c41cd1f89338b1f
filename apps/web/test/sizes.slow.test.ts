import { expect, it } from 'vitest';
import { measureSizes } from './support/sizes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

it('the page, a note and each optional part load no more bytes than their budgets [WEB-SIZES]', async () => {
  const sizes = await measureSizes(web);
  expect(sizes.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
  expect(sizes[0]?.bytes).toBeGreaterThan(0);
});
