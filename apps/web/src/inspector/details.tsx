import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { useTags } from '../app/library.js';
import { href } from '../app/router.js';
import { tagQuery } from '../app/sidebar.js';
import { useData } from '../app/use-data.js';
import { copyText } from '../ui/copy.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/states.js';
import type { InspectorProps } from './inspector.js';

/** The tags of the note, and what else is known of it. */
export function DetailsTab({ document_id, editable = false }: InspectorProps) {
  const data = useData(`details:${document_id}`, (signal) => call('getDocument', { document_id }, signal));
  return (
    <Loaded data={data}>
      {(note) => (
        <>
          <h3>Tags</h3>
          <Tags document_id={document_id} tags={note.tags} editable={editable} onChange={data.reload} />
          <h3>Details</h3>
          <dl class="details">
            <Detail name="Created">{new Date(note.created_at).toLocaleString()}</Detail>
            <Detail name="Changed">{new Date(note.updated_at).toLocaleString()}</Detail>
            <Detail name="Size">{note.size_bytes.toLocaleString()} bytes</Detail>
            <Detail name="Revision">{note.current_revision_id}</Detail>
          </dl>
          <button type="button" class="button" onClick={() => void copyText(note.uri)}>
            Copy note address
          </button>
          <button type="button" class="button" onClick={() => void copyText(note.stable_link)}>
            Copy stable link
          </button>
        </>
      )}
    </Loaded>
  );
}

const Detail = ({ name, children }: { readonly name: string; readonly children: string | readonly string[] }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

interface TagsProps {
  readonly document_id: string;
  readonly tags: readonly string[];
  readonly editable: boolean;
  readonly onChange: () => void;
}

function Tags({ document_id, tags, editable, onChange }: TagsProps) {
  const known = useTags();
  const [problem, setProblem] = useState('');
  const run = (work: Promise<unknown>) =>
    void work.then(
      () => {
        setProblem('');
        noteChange();
        onChange();
      },
      (error: unknown) => {
        setProblem(inWords(asRefusal(error)));
      },
    );
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const tag = String(new FormData(form).get('tag') ?? '').trim();
    form.reset();
    if (tag !== '') run(call('addDocumentTag', { document_id, tag }));
  };
  return (
    <>
      <ul class="tags">
        {tags.map((tag) => (
          <li key={tag} class="chip">
            <a href={href(['search'], { q: tagQuery(tag) })}>{tag}</a>
            {editable && (
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => run(call('removeDocumentTag', { document_id, tag }))}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {editable && (
        <form class="add-tag" onSubmit={add}>
          <input name="tag" aria-label="Tag to add" placeholder="Add a tag" list="known-tags" autocomplete="off" />
          <datalist id="known-tags">
            {known.value?.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <button type="submit" class="button">
            Add
          </button>
        </form>
      )}
      <p role="status" class="problem-text">
        {problem}
      </p>
    </>
  );
}
