import { artifacts } from './artifacts.mjs';
import { backup } from './backup.mjs';
import { control } from './control.mjs';
import { folding } from './folding.mjs';
import { keys } from './keys.mjs';
import { log } from './log.mjs';
import { merge } from './merge.mjs';
import { pairing } from './pairing.mjs';
import { rebase } from './rebase.mjs';
import { recovery } from './recovery.mjs';
import { requests } from './requests.mjs';

/** Generator of each file of `vectors/`. The result is equal in every run. */
export const VECTORS = { keys, artifacts, requests, control, pairing, recovery, backup, log, merge, rebase, folding };
