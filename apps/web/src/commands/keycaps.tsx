import { Fragment } from 'preact';
import { catalogue } from '../text/catalogue.js';

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** Labels of keys that differ from their names. */
const keyLabels: Readonly<Record<string, string>> = catalogue({
  Mod: isApple ? 'Cmd' : 'Ctrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Delete: 'Del',
  Shift: 'Shift',
  Alt: 'Alt',
  Enter: 'Enter',
  Tab: 'Tab',
  Space: 'Space',
});

/** Formats keys for this platform: `Mod+Shift+F` is Ctrl+Shift+F, or Cmd+Shift+F on Apple’s keyboards. */
export const formatKeys = (sequence: string): string =>
  sequence.replace(/[A-Z]\w+/g, (name) => keyLabels[name] ?? name);

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
