import type { CenterProps } from '../center.js';
import { SyncLocationForm } from './sync-target-form.js';
import { text } from './texts.js';

/** Location at which this library syncs. */
export const SyncLocation = ({ overview, reload }: CenterProps) => (
  <>
    <p class="lead">{text.lead}</p>
    <SyncLocationForm overview={overview} onDone={reload} />
  </>
);
