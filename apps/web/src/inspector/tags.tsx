import { call } from '../api/client.js';
import { useTags } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { tagQuery } from '../search/queries.js';
import { readTagName } from '../text/tag-name.js';
import { Icon } from '../ui/icon.js';
import { useKeptPlace } from '../ui/kept-place.js';
import { ErrorMessage } from '../ui/states.js';
import { useId } from '../ui/unique-id.js';
import { useAction } from '../ui/use-action.js';
import { useRequestedFocus } from './requested-focus.js';
import { text } from './tab-texts.js';

interface TagsProps {
  readonly document_id: string;
  readonly tags: readonly string[];
  readonly editable: boolean;
}

/** Tags of a note: each links to the notes with it, and can be removed. */
export function Tags({ document_id, tags, editable }: TagsProps) {
  const { error, run } = useAction();
  useKeptPlace('.tags > li', '.add-tag > input');
  const remove = (tag: string) => run(async () => void (await call('removeDocumentTag', { document_id, tag })));
  return (
    <>
      {tags.length === 0 && <p class="quiet">{text.noTags}</p>}
      <ul class="tags">
        {tags.map((tag) => (
          <li key={tag} class="chip">
            <a href={href(['search'], { q: tagQuery(tag) })}>{tag}</a>
            {editable && (
              <button type="button" aria-label={text.removeTag(tag)} onClick={() => remove(tag)}>
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {editable && (
        <AddTag onAdd={(tag) => run(async () => void (await call('addDocumentTag', { document_id, tag })))} />
      )}
      <ErrorMessage error={error} />
    </>
  );
}

function AddTag({ onAdd }: { readonly onAdd: (tag: string) => void }) {
  const allTags = useTags();
  const list = useId();
  const field = useRequestedFocus<HTMLInputElement>('tag');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const tag = readTagName(String(new FormData(form).get('tag') ?? ''));
    form.reset();
    if (tag !== '') onAdd(tag);
  };
  return (
    <form class="add-tag" onSubmit={add}>
      <input
        dir="auto"
        ref={field}
        name="tag"
        aria-label={text.tagToAdd}
        placeholder={text.tagPlaceholder}
        list={list}
        autocomplete="off"
      />
      <datalist id={list}>
        {allTags.value?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" class="button">
        {text.add}
      </button>
    </form>
  );
}
