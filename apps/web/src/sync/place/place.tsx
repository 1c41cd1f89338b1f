import type { CenterProps } from '../center.js';
import { PlaceForm } from './place-form.js';
import { text } from './texts.js';

/** Location at which this library syncs. */
export const Place = ({ overview, reload }: CenterProps) => (
  <>
    <p class="lead">{text.lead}</p>
    <PlaceForm overview={overview} onDone={reload} />
  </>
);
