import { useId, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useNotebooks } from '../app/library.js';
import { go } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { notebookChoices } from '../organise/notebooks.js';
import { Dialog } from '../ui/dialog.js';
import { Refusal } from '../ui/refusal.js';
import { Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { previewOf } from './preview.js';
import type { Template } from './template-list.js';

interface UseProps {
  readonly template: Template;
  readonly onClose: () => void;
}

/** Makes a note from a template: a field for each of its prompts, and how the note will look. */
export function UseTemplate({ template, onClose }: UseProps) {
  const { document_id, prompts } = template;
  const [title, setTitle] = useState(template.title);
  const [notebook, setNotebook] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { isRunning, error, run } = useAction();
  const notebooks = notebookChoices(useNotebooks().value ?? []).filter(({ readOnly }) => !readOnly);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const where = notebook === '' ? {} : { notebook_id: notebook };
    run(async () => {
      const note = await call('createFromTemplate', { document_id, title, values, ...where });
      onClose();
      go(['n', note.id]);
    });
  };
  return (
    <Dialog title={`New note from “${template.title}”`} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <label>
          Title
          <input value={title} autocomplete="off" onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
        </label>
        {prompts.map(({ name, hint }) => (
          <Prompt
            key={name}
            name={name}
            hint={hint}
            value={values[name] ?? ''}
            onValue={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <label>
          Notebook
          <select value={notebook} onChange={({ currentTarget }) => setNotebook(currentTarget.value)}>
            <option value="">that of the template</option>
            {notebooks.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </select>
        </label>
        <Preview id={document_id} prompts={prompts.map(({ name }) => name)} values={values} title={title} />
        <Refusal error={error} />
        <div class="form-buttons">
          <button type="submit" class="button primary" disabled={isRunning}>
            Make note
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface PromptProps {
  readonly name: string;
  readonly hint: string | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Prompt({ name, hint, value, onValue }: PromptProps) {
  const hintId = useId();
  return (
    <label>
      {name}
      <textarea
        rows={1}
        required
        value={value}
        aria-describedby={hint === null ? undefined : hintId}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {hint !== null && (
        <span id={hintId} class="hint">
          {hint}
        </span>
      )}
    </label>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly prompts: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly title: string;
}

function Preview({ id, prompts, values, title }: PreviewProps) {
  const template = useData(`template ${id}`, (signal) => call('getTemplate', { document_id: id }, signal));
  return (
    <Loaded data={template}>
      {({ text }) => (
        <figure>
          <figcaption class="hint">How it will look; what is marked is filled in still</figcaption>
          <pre class="scrolled template-preview">
            {previewOf(text, prompts, values, title).map(({ text: part, isOpen }) =>
              isOpen ? <mark>{part}</mark> : part,
            )}
          </pre>
        </figure>
      )}
    </Loaded>
  );
}
