import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { go } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { Dialog } from '../ui/dialog.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage, Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { TemplateFields, type TemplateValues } from './fields.js';
import { buildPreview } from './preview.js';
import { refusedFields } from './refused-fields.js';
import type { Template } from './template.js';
import { text } from './texts.js';

interface UseProps {
  readonly template: Template;
  readonly onClose: () => void;
}

/** Creates a note from a template: a field for each prompt, and a preview. */
export function UseTemplate({ template, onClose }: UseProps) {
  const { document_id, prompts } = template;
  const names = prompts.map(({ name }) => name);
  const [formValues, setFormValues] = useState<TemplateValues>({ title: template.title, notebook: '', values: {} });
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { title, notebook, values } = formValues;
    const destination = notebook === '' ? {} : { notebook_id: notebook };
    run(async () => {
      const note = await call('createFromTemplate', { document_id, title, values, ...destination });
      onClose();
      go(['n', note.id]);
    });
  };
  const refused = error ? refusedFields(error.message, names) : [];
  return (
    <Dialog title={text.newFrom(template.title)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TemplateFields
          prompts={prompts}
          values={formValues}
          onChange={(part) => setFormValues({ ...formValues, ...part })}
          refusalOf={(field) => (refused.includes(field) ? error?.message : undefined)}
        />
        <Preview id={document_id} prompts={names} formValues={formValues} />
        <ErrorMessage error={refused.length === 0 ? error : undefined} />
        <div class="form-buttons">
          <ServiceButton type="submit" variant="primary" disabled={isRunning}>
            {text.createNote}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly prompts: readonly string[];
  readonly formValues: TemplateValues;
}

function Preview({ id, prompts, formValues: { values, title } }: PreviewProps) {
  const read = useData(`template ${id}`, (signal) => call('getTemplate', { document_id: id }, signal));
  return (
    <Loaded data={read}>
      {({ text: template }) => (
        <figure>
          <figcaption class="hint">{text.preview}</figcaption>
          <pre class="scrolled template-preview">
            {buildPreview(template, prompts, values, title).map(({ text: part, isOpen }) =>
              isOpen ? <mark>{part}</mark> : part,
            )}
          </pre>
        </figure>
      )}
    </Loaded>
  );
}
