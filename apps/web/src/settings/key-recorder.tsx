import { useLayoutEffect, useState } from 'preact/hooks';
import { findObjection } from '../commands/find-objection.js';
import { Keycaps } from '../commands/keycaps.js';
import { toChord } from '../commands/keys.js';
import { rebind } from '../commands/registry.js';
import { text } from './texts.js';

interface RecorderProps {
  readonly id: string;
  readonly title: string;
  readonly onEnd: () => void;
}

/** Maximum number of chords in a sequence. */
const MAX_CHORDS = 2;

/** Records keys until Enter accepts or Esc cancels them. */
export function Recorder({ id, title, onEnd }: RecorderProps) {
  const [chords, setChords] = useState<readonly string[]>([]);
  const sequence = chords.join(' ');
  const objection = sequence === '' ? undefined : findObjection(id, sequence);
  const save = () => {
    if (sequence === '' || objection !== undefined) return;
    rebind(id, [sequence]);
    onEnd();
  };
  const press = (event: KeyboardEvent) => {
    const chord = toChord(event);
    if (chord === undefined || chord === 'Tab' || chord === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (chord === 'Escape') onEnd();
    else if (chord === 'Enter') save();
    else setChords((before) => (before.length === MAX_CHORDS ? [chord] : [...before, chord]));
  };
  // A layout effect, because the next key would otherwise run a command.
  useLayoutEffect(() => {
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  });
  return (
    <p role="status">
      {sequence === '' ? text.pressKeys(title) : <Keycaps sequence={sequence} />}{' '}
      {objection ?? (sequence !== '' && text.enterSaves)}
    </p>
  );
}
