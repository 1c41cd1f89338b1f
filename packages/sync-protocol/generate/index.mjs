import { artifacts } from './artifacts.mjs';
import { backup } from './backup.mjs';
import { control } from './control.mjs';
import { folding } from './folding.mjs';
import { keys } from './keys.mjs';
import { log } from './log.mjs';
import { merge } from './merge.mjs';
import { pairing } from './pairing.mjs';
import { requests } from './requests.mjs';

/** What each file of `vectors/` is made by; the same at every run. */
export const VECTORS = { keys, artifacts, requests, control, pairing, backup, log, merge, folding };
