import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { useData } from '../app/use-data.js';
import { bytes } from '../text/numbers.js';
import { Dialog } from '../ui/dialog.js';
import { notify } from '../ui/notices.js';
import { Loaded } from '../ui/states.js';
import { Facts } from './page.js';

interface DeleteResourceProps {
  readonly resource_id: string;
  readonly onClose: () => void;
}

/** Shows what would be deleted for ever, and asks for the name of the file before it is. */
export function DeleteResource({ resource_id, onClose }: DeleteResourceProps) {
  const data = useData(`resource ${resource_id}`, (signal) => call('getResource', { resource_id }, signal));
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const remove = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await call('deleteResource', { resource_id, confirmation: `delete-resource:${resource_id}` });
    } catch (error) {
      setRefusal(inWords(asRefusal(error)));
      return;
    }
    notify('Deleted for ever');
    noteChange();
    onClose();
  };
  return (
    <Dialog title="Delete this attachment for ever?" onClose={onClose}>
      <Loaded data={data}>
        {({ filename, mime_type, size_bytes }) => (
          <form class="stack" onSubmit={(event) => void remove(event)}>
            <Facts
              facts={[
                ['File', filename],
                ['Type', mime_type],
                ['Size', bytes(size_bytes)],
              ]}
            />
            <label class="field">
              Type the name of the file to confirm
              <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
            </label>
            {refusal !== undefined && <p role="alert">{refusal}</p>}
            <div class="row-actions">
              <button type="submit" class="button danger" disabled={typed !== filename}>
                Delete for ever
              </button>
              <button type="button" class="button" onClick={onClose}>
                Keep
              </button>
            </div>
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}
