// @ts-check
/** Writes the generated part of the page on proof, which is stored so that it can be read without the site. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PROOF_PAGE, updateProof } from './generate/proof.mjs';

writeFileSync(PROOF_PAGE, updateProof(readFileSync(PROOF_PAGE, 'utf8')));
