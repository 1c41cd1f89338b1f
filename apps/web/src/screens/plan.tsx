import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { text as health, healthTabs } from '../health/texts.js';
import { useTags } from '../kernel/library.js';
import { useData } from '../kernel/use-data.js';
import { useNotebookChoices } from '../organise/notebook-options.js';
import { type PlanForm, planRequest, planWords } from '../plan/request.js';
import { PlanResult } from '../plan/result.js';
import { text } from '../plan/texts.js';
import { Check, Select } from '../ui/form-fields.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';

const targets: Readonly<Record<PlanForm['target'], string>> = {
  full_archive: text.fullArchive,
  subset_transfer: text.subsetTransfer,
  publication_handoff: text.publication,
};

const defaultForm: PlanForm = {
  target: 'full_archive',
  notebooks: [],
  tags: [],
  query: '',
  includeTrashed: false,
  allRevisions: false,
  withDescendants: true,
};

/** A dry run of an export: the content that would leave the library, and the content that would not. */
export function Screen() {
  const [form, setForm] = useState(defaultForm);
  const [submitted, setSubmitted] = useState<PlanForm>();
  return (
    <Page title={health.exportPlan} tabs={healthTabs} tab="plan">
      <p class="lead">{text.lead}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(form);
        }}
      >
        <PlanFields form={form} onChange={(part) => setForm({ ...form, ...part })} />
        <div class="row-actions">
          <button type="submit" class="button primary">
            {text.showPlan}
          </button>
        </div>
      </form>
      {submitted && <RequestedPlan form={submitted} />}
    </Page>
  );
}

function RequestedPlan({ form }: { readonly form: PlanForm }) {
  const request = planRequest(form);
  const data = useData(JSON.stringify(request), (signal) => call('planSelection', request, signal));
  return (
    <>
      <Loaded data={data}>{(plan) => <PlanResult plan={plan} />}</Loaded>
      <FromTerminal operation="planSelection" words={planWords(form)} />
    </>
  );
}

interface PlanFieldsProps {
  readonly form: PlanForm;
  readonly onChange: (part: Partial<PlanForm>) => void;
}

const PlanFields = ({ form, onChange }: PlanFieldsProps) => (
  <>
    <Select
      class="field"
      label={text.purpose}
      options={targets}
      value={form.target}
      onChange={(target) => onChange({ target })}
    />
    {form.target !== 'full_archive' && <Selectors form={form} onChange={onChange} />}
    {form.target === 'subset_transfer' && (
      <>
        <Check
          label={text.includeTrash}
          checked={form.includeTrashed}
          onChange={(includeTrashed) => onChange({ includeTrashed })}
        />
        <Check
          label={text.includeRevisions}
          checked={form.allRevisions}
          onChange={(allRevisions) => onChange({ allRevisions })}
        />
      </>
    )}
  </>
);

function Selectors({ form, onChange }: PlanFieldsProps) {
  const notebooks = useNotebookChoices();
  const tags = useTags().value ?? [];
  return (
    <>
      <MultiSelect
        label={text.notebooks}
        options={notebooks.map(({ id, path }) => [id, path])}
        chosen={form.notebooks}
        onChange={(chosen) => onChange({ notebooks: chosen })}
      />
      <Check
        label={text.includeChildren}
        checked={form.withDescendants}
        onChange={(withDescendants) => onChange({ withDescendants })}
      />
      <MultiSelect
        label={text.tags}
        options={tags.map(({ name }) => [name, name])}
        chosen={form.tags}
        onChange={(chosen) => onChange({ tags: chosen })}
      />
      <label class="field">
        {text.searchQuery}
        <input value={form.query} onInput={(event) => onChange({ query: event.currentTarget.value })} />
      </label>
    </>
  );
}

interface MultiSelectProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const MultiSelect = ({ label, options, chosen, onChange }: MultiSelectProps) => (
  <label class="field">
    {label}
    <select
      multiple
      size={Math.min(Math.max(options.length, 2), 6)}
      onChange={({ currentTarget }) => onChange([...currentTarget.selectedOptions].map(({ value }) => value))}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value} selected={chosen.includes(value)}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
