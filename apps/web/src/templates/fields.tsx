import { NotebookOptions, useNotebookChoices, writable } from '../organise/notebook-options.js';
import { Field } from './field.js';
import type { Template } from './template.js';
import { text } from './texts.js';

/** Values for a new note. */
export interface TemplateValues {
  readonly title: string;
  /** Id of a notebook; empty for that of the template. */
  readonly notebook: string;
  /** Values by the name of their prompt. */
  readonly values: Readonly<Record<string, string>>;
}

interface FieldsProps {
  readonly prompts: Template['prompts'];
  readonly values: TemplateValues;
  readonly onChange: (part: Partial<TemplateValues>) => void;
  /** Returns the reason why the service refused a field, by its name in the request. */
  readonly refusalOf: (field: string) => string | undefined;
}

/** The title, a field for each prompt, and the notebook. */
export function TemplateFields({ prompts, values: formValues, onChange, refusalOf }: FieldsProps) {
  const { title, notebook, values } = formValues;
  const notebooks = useNotebookChoices().filter(writable);
  return (
    <>
      <Field label={text.title} refusal={refusalOf('title')}>
        {(control) => (
          <input
            dir="auto"
            {...control}
            value={title}
            autocomplete="off"
            onInput={({ currentTarget }) => onChange({ title: currentTarget.value })}
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
              onInput={({ currentTarget }) => onChange({ values: { ...values, [name]: currentTarget.value } })}
            />
          )}
        </Field>
      ))}
      <Field label={text.notebook} refusal={refusalOf('notebook_id')}>
        {(control) => (
          <select
            {...control}
            value={notebook}
            onChange={({ currentTarget }) => onChange({ notebook: currentTarget.value })}
          >
            <NotebookOptions choices={notebooks} none={text.sameAsTemplate} />
          </select>
        )}
      </Field>
    </>
  );
}
