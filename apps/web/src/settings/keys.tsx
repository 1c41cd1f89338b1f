import { useLayoutEffect, useState } from 'preact/hooks';
import { change, settings } from '../app/settings.js';
import { chordOf } from '../commands/keys.js';
import { type Command, commands, isRebound, objectionTo, rebind, restoreKeys } from '../commands/registry.js';
import { DataTable } from '../tools/page.js';

/** The keys of every command, each to be changed; what another command has is refused. */
export function Keys() {
  const [recording, setRecording] = useState<string>();
  return (
    <>
      <label class="field inline">
        <input
          type="checkbox"
          checked={settings.value.singleKeys}
          onChange={(event) => change({ singleKeys: event.currentTarget.checked })}
        />
        Single keys run commands outside of text fields
      </label>
      <p class="hint">Mod is Ctrl, or Cmd on a Mac.</p>
      <DataTable label="Commands and their keys" heads={['Command', 'Keys', '']}>
        {commands.value.map((command) => (
          <KeyRow
            key={command.id}
            command={command}
            recording={recording === command.id}
            onRecord={(begins) => setRecording(begins ? command.id : undefined)}
          />
        ))}
      </DataTable>
    </>
  );
}

interface KeyRowProps {
  readonly command: Command;
  readonly recording: boolean;
  readonly onRecord: (begins: boolean) => void;
}

const KeyRow = ({ command: { id, title, keys }, recording, onRecord }: KeyRowProps) => (
  <tr>
    <th scope="row">{title}</th>
    <td>
      {keys.map((sequence) => (
        <kbd key={sequence}>{sequence}</kbd>
      ))}
    </td>
    <td>
      {recording ? (
        <Recorder id={id} title={title} onEnd={() => onRecord(false)} />
      ) : (
        <div class="row-actions">
          <button
            type="button"
            class="button"
            aria-label={`Change the keys of ${title}`}
            onClick={() => onRecord(true)}
          >
            Change
          </button>
          {keys.length > 0 && (
            <button
              type="button"
              class="button"
              aria-label={`Take the keys off ${title}`}
              onClick={() => rebind(id, [])}
            >
              Take off
            </button>
          )}
          {isRebound(id) && (
            <button
              type="button"
              class="button"
              aria-label={`Restore the keys of ${title}`}
              onClick={() => restoreKeys(id)}
            >
              Restore
            </button>
          )}
        </div>
      )}
    </td>
  </tr>
);

interface RecorderProps {
  readonly id: string;
  readonly title: string;
  readonly onEnd: () => void;
}

/** Listens to keys until Enter takes them or Esc leaves them; at most two presses make a sequence. */
function Recorder({ id, title, onEnd }: RecorderProps) {
  const [chords, setChords] = useState<readonly string[]>([]);
  const sequence = chords.join(' ');
  const objection = sequence === '' ? undefined : objectionTo(id, sequence);
  // Before the next key comes, which would run a command.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const chord = chordOf(event);
      if (chord === undefined || chord === 'Tab' || chord === 'Shift+Tab') return;
      event.preventDefault();
      event.stopPropagation();
      if (chord === 'Escape') onEnd();
      else if (chord !== 'Enter') setChords((before) => (before.length === 2 ? [chord] : [...before, chord]));
      else if (sequence !== '' && objection === undefined) {
        rebind(id, [sequence]);
        onEnd();
      }
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [id, sequence, objection]);
  return (
    <p role="status">
      {sequence === '' ? `Press the new keys of “${title}”; Esc leaves them.` : <kbd>{sequence}</kbd>}{' '}
      {objection ?? (sequence !== '' && 'Enter takes them.')}
    </p>
  );
}
