import { Fragment } from 'preact';
import { formatKeys } from './format-keys.js';

/** A sequence of chords, as named on this platform. */
export const Keycaps = ({ sequence }: { readonly sequence: string }) => (
  <>
    {sequence.split(' ').map((chord, index) => (
      <Fragment key={index}>
        {index > 0 && ' '}
        <kbd>{formatKeys(chord)}</kbd>
      </Fragment>
    ))}
  </>
);
