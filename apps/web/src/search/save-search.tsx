import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { type SavedSearch, useSavedSearches } from '../app/library.js';
import { Dialog } from '../ui/dialog.js';
import { notify } from '../ui/notices.js';
import { Refusal } from '../ui/refusal.js';
import { useAction } from '../ui/use-action.js';

interface SaveProps {
  readonly query: string;
  readonly isValid: boolean;
}

/** Keeps the query under a name, or lets go of it where it is kept. */
export function SaveSearch({ query, isValid }: SaveProps) {
  const saved = useSavedSearches().value ?? [];
  const [isOpen, setOpen] = useState(false);
  const same = saved.find((search) => search.query === query && !search.builtin);
  return (
    <>
      {same ? (
        <button type="button" class="button" onClick={() => void remove(same)}>
          Remove “{same.name}”
        </button>
      ) : (
        <button type="button" class="button" disabled={!isValid} onClick={() => setOpen(true)}>
          Save…
        </button>
      )}
      {isOpen && <SaveDialog query={query} saved={saved} onClose={() => setOpen(false)} />}
    </>
  );
}

const create = ({ name, query, icon_emoji }: Pick<SavedSearch, 'name' | 'query' | 'icon_emoji'>) =>
  call('createSearchNotebook', { name, query, icon_emoji });

/** Puts one search in the place of another, which comes back should the new one be refused. */
async function replace(before: SavedSearch | undefined, now: Parameters<typeof create>[0]): Promise<void> {
  if (before) await call('deleteSearchNotebook', { search_notebook_id: before.search_notebook_id });
  try {
    await create(now);
  } catch (error) {
    if (before) await create(before);
    throw error;
  }
}

async function remove(search: SavedSearch): Promise<void> {
  try {
    await call('deleteSearchNotebook', { search_notebook_id: search.search_notebook_id });
    notify(`Removed “${search.name}”`, { label: 'Undo', run: () => void create(search).then(noteChange) });
    noteChange();
  } catch (error) {
    notify(inWords(asRefusal(error)));
  }
}

interface DialogProps {
  readonly query: string;
  readonly saved: readonly SavedSearch[];
  readonly onClose: () => void;
}

function SaveDialog({ query, saved, onClose }: DialogProps) {
  const [name, setName] = useState('');
  const [icon, setIcon] = useState('');
  const { isRunning, error, run } = useAction();
  // A saved search cannot be changed: one of the name is put away first.
  const before = saved.find((search) => search.name === name.trim() && !search.builtin);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await replace(before, { name, query, icon_emoji: icon === '' ? null : icon });
      notify(`Saved as “${name.trim()}”`);
      onClose();
    });
  };
  return (
    <Dialog title="Save this search" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>
          <code>{query}</code>
        </p>
        <label>
          Name
          <input
            value={name}
            required
            autocomplete="off"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label>
          Emoji before it (may be left out)
          <input value={icon} autocomplete="off" onInput={({ currentTarget }) => setIcon(currentTarget.value)} />
        </label>
        {before && (
          <p>
            It takes the place of the saved search of this name: <code>{before.query}</code>
          </p>
        )}
        <Refusal error={error} />
        <div class="form-buttons">
          <button type="submit" class="button primary" disabled={isRunning}>
            {before ? 'Replace' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
