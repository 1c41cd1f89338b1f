import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { type SavedSearch, useSavedSearches } from '../kernel/library.js';
import { fill } from '../text/catalogue.js';
import { Dialog } from '../ui/dialog.js';
import { NameFields } from '../ui/form-fields.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { attempt, useAction } from '../ui/use-action.js';
import { text } from './texts.js';

interface SaveProps {
  readonly query: string;
  readonly isValid: boolean;
  /** Called after the query was saved and the dialog is closed, to move the focus. */
  readonly onSaved: () => void;
}

/** Saves the query under a name, or deletes the saved search. */
export function SaveSearch({ query, isValid, onSaved }: SaveProps) {
  const saved = useSavedSearches().value ?? [];
  const [isOpen, setOpen] = useState(false);
  const isSaved = useRef(false);
  // The dialog gives the focus back to its button, which removes the search by now: the next Enter would do that.
  useLayoutEffect(() => {
    if (isOpen || !isSaved.current) return;
    isSaved.current = false;
    onSaved();
  }, [isOpen]);
  const same = saved.find((search) => search.query === query && !search.builtin);
  return (
    <>
      {same ? (
        <ServiceButton onClick={() => attempt(() => remove(same))}>{text.remove(same.name)}</ServiceButton>
      ) : (
        <ServiceButton disabled={!isValid} onClick={() => setOpen(true)}>
          <Icon name="bookmark" />
          {text.saveSearchEllipsis}
        </ServiceButton>
      )}
      {isOpen && (
        <SaveDialog
          query={query}
          saved={saved}
          onSaved={() => {
            isSaved.current = true;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const create = ({ name, query, icon_emoji }: Pick<SavedSearch, 'name' | 'query' | 'icon_emoji'>) =>
  call('createSearchNotebook', { name, query, icon_emoji });

/** Replaces a saved search; restores the old one if the new one is refused. */
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
  await call('deleteSearchNotebook', { search_notebook_id: search.search_notebook_id });
  notify(text.removed(search.name), { label: text.undo, run: () => attempt(() => create(search)) });
}

interface DialogProps {
  readonly query: string;
  readonly saved: readonly SavedSearch[];
  /** Called before the dialog closes, once the query is saved. */
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function SaveDialog({ query, saved, onSaved, onClose }: DialogProps) {
  const [name, setName] = useState('');
  const [icon, setIcon] = useState('');
  const { isRunning, error, run } = useAction();
  // A saved search cannot be changed, so one with the same name is deleted first.
  const before = saved.find((search) => search.name === name.trim() && !search.builtin);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await replace(before, { name, query, icon_emoji: icon === '' ? null : icon });
      notify(text.saved(name.trim()));
      onSaved();
      onClose();
    });
  };
  return (
    <Dialog title={text.saveDialogTitle} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>
          <code>{query}</code>
        </p>
        <NameFields name={name} emoji={icon} onName={setName} onEmoji={setIcon} />
        {before && <p>{fill(text.replaceHint, { query: <code>{before.query}</code> })}</p>}
        <ErrorMessage error={error} />
        <div class="form-buttons">
          <ServiceButton type="submit" variant="primary" disabled={isRunning}>
            {before ? text.replace : text.save}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}
