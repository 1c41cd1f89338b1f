import { useState } from 'preact/hooks';
import { Keycaps } from '../commands/keycaps.js';
import { type Command, commands, groupCommands, isRebound, rebind, restoreKeys } from '../commands/registry.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { DataTable } from '../ui/data-table.js';
import { Check } from '../ui/form-fields.js';
import { Section } from '../ui/page.js';
import { Recorder } from './key-recorder.js';
import { text } from './texts.js';

/** Keys of all commands, each changeable; keys of another command are refused. */
export function Keys() {
  const [recording, setRecording] = useState<string>();
  return (
    <>
      <Check
        label={text.singleKeys}
        checked={settings.value.singleKeys}
        onChange={(singleKeys) => changeSettings({ singleKeys })}
      />
      {groupCommands(commands.value).map(([label, members]) => (
        <Section key={label} title={label}>
          <DataTable label={label} heads={[text.command, text.keys, '']}>
            {members.map((command) => (
              <KeyRow
                key={command.id}
                command={command}
                recording={recording === command.id}
                onRecord={(begins) => setRecording(begins ? command.id : undefined)}
              />
            ))}
          </DataTable>
        </Section>
      ))}
    </>
  );
}

interface KeyRowProps {
  readonly command: Command;
  readonly recording: boolean;
  readonly onRecord: (begins: boolean) => void;
}

const KeyRow = ({ command, recording, onRecord }: KeyRowProps) => (
  <tr>
    <th scope="row">{command.title}</th>
    <td class="key-list">
      {command.keys.map((sequence) => (
        <span key={sequence}>
          <Keycaps sequence={sequence} />
        </span>
      ))}
    </td>
    <td>
      {recording ? (
        <Recorder id={command.id} title={command.title} onEnd={() => onRecord(false)} />
      ) : (
        <div class="row-actions">
          {actionsOn(command, () => onRecord(true)).map(([label, name, run]) => (
            <button key={label} type="button" class="button" aria-label={name} onClick={run}>
              {label}
            </button>
          ))}
        </div>
      )}
    </td>
  </tr>
);

/** Actions on the keys of a command: label, full label and function. */
const actionsOn = ({ id, title, keys }: Command, record: () => void) =>
  [
    [text.change, text.changeNamed(title), record] as const,
    ...(keys.length > 0 ? [[text.remove, text.removeNamed(title), () => rebind(id, [])] as const] : []),
    ...(isRebound(id) ? [[text.restoreDefault, text.restoreDefaultNamed(title), () => restoreKeys(id)] as const] : []),
  ] as const;
