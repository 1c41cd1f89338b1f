import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { type SavedSearch, useSavedSearches } from '../kernel/library.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { fill } from '../text/catalogue.js';
import { Dialog } from '../ui/dialog.js';
import { NameFields } from '../ui/form-fields.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { randomKey } from '../ui/unique-id.js';
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

const destroy = ({ search_notebook_id }: SavedSearch) => call('deleteSearchNotebook', { search_notebook_id });

/**
 * Replaces a saved search, which the service can only delete and create. The new query is first saved under another
 * name, so that one of the two queries stays when a step fails or the page is closed.
 */
async function replace(before: SavedSearch, now: Parameters<typeof create>[0]): Promise<void> {
  const spare = await create({ ...now, name: text.replacementName(randomKey()) });
  await destroy(before);
  const replacement = await create(now);
  const manualOrder = settings
    .peek()
    .manualOrder.map((id) => (id === before.search_notebook_id ? replacement.search_notebook_id : id));
  changeSettings({ manualOrder });
  await destroy(spare);
}

async function remove(search: SavedSearch): Promise<void> {
  await destroy(search);
  notify(text.removed(search.name), {
    label: text.undo,
    run: () => attempt(() => restore(search)),
  });
}

/** Creates a deleted search again, without an icon that the service refuses: earlier versions accepted any text. */
async function restore(search: SavedSearch): Promise<void> {
  try {
    await create(search);
  } catch (error) {
    if (asApiError(error).code !== 'validation_failed') throw error;
    await create({ ...search, icon_emoji: '' });
  }
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
  const before = saved.find((search) => search.name === name.trim() && !search.builtin);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      const now = { name, query, icon_emoji: icon === '' ? null : icon };
      await (before ? replace(before, now) : create(now));
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
