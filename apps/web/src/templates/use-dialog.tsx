import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { go } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { NotebookOptions, useNotebookChoices, writable } from '../organise/notebook-options.js';
import { Dialog } from '../ui/dialog.js';
import { Refusal } from '../ui/refusal.js';
import { ServiceButton } from '../ui/service-button.js';
import { Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { Field } from './field.js';
import { previewOf } from './preview.js';
import { refusedFields } from './refused.js';
import type { Template } from './template-list.js';
import { text } from './texts.js';

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
  const notebooks = useNotebookChoices().filter(writable);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const where = notebook === '' ? {} : { notebook_id: notebook };
    run(async () => {
      const note = await call('createFromTemplate', { document_id, title, values, ...where });
      onClose();
      go(['n', note.id]);
    });
  };
  const refused = error
    ? refusedFields(
        error.message,
        prompts.map(({ name }) => name),
      )
    : [];
  const refusalOf = (field: string) => (refused.includes(field) ? error?.message : undefined);
  return (
    <Dialog title={text.newFrom(template.title)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field label={text.title} refusal={refusalOf('title')}>
          {(control) => (
            <input
              {...control}
              value={title}
              autocomplete="off"
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          )}
        </Field>
        {prompts.map(({ name, hint }) => (
          <Field key={name} label={name} hint={hint} refusal={refusalOf(`values.${name}`)}>
            {(control) => (
              <textarea
                {...control}
                rows={1}
                required
                value={values[name] ?? ''}
                onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <Field label={text.notebook} refusal={refusalOf('notebook_id')}>
          {(control) => (
            <select {...control} value={notebook} onChange={({ currentTarget }) => setNotebook(currentTarget.value)}>
              <NotebookOptions choices={notebooks} none={text.ofTemplate} />
            </select>
          )}
        </Field>
        <Preview id={document_id} prompts={prompts.map(({ name }) => name)} values={values} title={title} />
        <Refusal error={refused.length === 0 ? error : undefined} />
        <div class="form-buttons">
          <ServiceButton type="submit" look="primary" disabled={isRunning}>
            {text.make}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly prompts: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly title: string;
}

function Preview({ id, prompts, values, title }: PreviewProps) {
  const read = useData(`template ${id}`, (signal) => call('getTemplate', { document_id: id }, signal));
  return (
    <Loaded data={read}>
      {({ text: template }) => (
        <figure>
          <figcaption class="hint">{text.preview}</figcaption>
          <pre class="scrolled template-preview">
            {previewOf(template, prompts, values, title).map(({ text: part, isOpen }) =>
              isOpen ? <mark>{part}</mark> : part,
            )}
          </pre>
        </figure>
      )}
    </Loaded>
  );
}
