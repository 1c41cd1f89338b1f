import { call } from '../api/client.js';
import { today } from '../calendar/today.js';
import { text } from '../daily/texts.js';
import { findPatternProblem, formatDayTitle } from '../daily/title-pattern.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { useData } from '../kernel/use-data.js';
import { NotebookOptions, useNotebookChoices, writable } from '../organise/notebook-options.js';
import { Select } from '../ui/form-fields.js';
import { formatTitle } from '../ui/note-link.js';
import { Section } from '../ui/page.js';
import { useId } from '../ui/unique-id.js';

/** Settings of daily notes. */
export function Daily() {
  const { dailyNotebook } = settings.value;
  return (
    <Section title={text.dailyNotes}>
      <label class="field">
        {text.notebook}
        <select
          value={dailyNotebook}
          onChange={({ currentTarget }) => changeSettings({ dailyNotebook: currentTarget.value })}
        >
          <NotebookOptions choices={useNotebookChoices().filter(writable)} none={text.ownNotebook} />
        </select>
      </label>
      <TitleField />
      <TemplateField />
      <p class="hint">{text.storedInBrowser}</p>
    </Section>
  );
}

function TitleField() {
  const { dailyTitle } = settings.value;
  const hintId = useId();
  const problem = findPatternProblem(dailyTitle);
  const isValid = problem === undefined;
  return (
    <>
      <label class="field">
        {text.title}
        <input
          value={dailyTitle}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={hintId}
          aria-invalid={!isValid}
          onInput={({ currentTarget }) => changeSettings({ dailyTitle: currentTarget.value })}
        />
      </label>
      <div id={hintId}>
        <p class={isValid ? undefined : 'refusal'} role="status">
          {problem === undefined
            ? text.titleExample(formatDayTitle(dailyTitle, today()))
            : problem === 'ambiguous'
              ? text.titleAmbiguous
              : text.titleInvalid}
        </p>
        <p class="hint">{text.titleHint}</p>
      </div>
    </>
  );
}

function TemplateField() {
  const { dailyTemplate } = settings.value;
  const data = useData('daily templates', (signal) => call('listTemplates', {}, signal));
  const usable = data.value?.templates.filter(({ error, prompts }) => error === null && prompts.length === 0) ?? [];
  const options = Object.fromEntries([
    ['auto', text.templateAuto],
    ['none', text.templateNone],
    ...usable.map(({ document_id, title }) => [document_id, formatTitle(title)]),
  ]) as Record<string, string>;
  return (
    <>
      <Select
        class="field"
        label={text.template}
        options={options}
        value={Object.hasOwn(options, dailyTemplate) ? dailyTemplate : 'auto'}
        onChange={(template) => changeSettings({ dailyTemplate: template })}
      />
      <p class="hint">{text.templateHint}</p>
    </>
  );
}
