import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROOF_PAGE, updateProof } from '../../docs/generate/proof.mjs';

it('the page on proof shows the recorded results: `npm run generate` changes nothing', () => {
  const page = readFileSync(PROOF_PAGE, 'utf8');
  expect(updateProof(page)).toBe(page);
});
