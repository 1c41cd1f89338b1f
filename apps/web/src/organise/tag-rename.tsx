import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useSavedSearches } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { number } from '../text/numbers.js';
import { DataTable } from '../ui/data-table.js';
import { Dialog } from '../ui/dialog.js';
import { Check } from '../ui/form-fields.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { text } from './texts.js';

type Report = Output<'renameTag'>;

interface RenameProps {
  readonly from: string;
  /** Called with the new name once the tag is renamed. */
  readonly onRenamed: (to: string) => void;
  readonly onClose: () => void;
}

interface RenameFormValues {
  readonly to: string;
  readonly withChildren: boolean;
}

/** Renames a tag; always shows a preview of the changes first. */
export function TagRename({ from, onRenamed, onClose }: RenameProps) {
  const [formValues, setFormValues] = useState<RenameFormValues>({ to: from, withChildren: true });
  const [report, setReport] = useState<Report>();
  const { isRunning, error, run } = useAction();
  const { to, withChildren } = formValues;
  const ask = (dryRun: boolean) =>
    run(async () => {
      const answer = await call('renameTag', { from, to, include_children: withChildren, dry_run: dryRun });
      setReport(answer);
      const renamed = answer.changes.find((change) => change.from === from);
      if (!dryRun && renamed !== undefined) onRenamed(renamed.to);
    });
  const change = (part: Partial<RenameFormValues>) => {
    setFormValues({ ...formValues, ...part });
    setReport(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask(true);
  };
  const isDone = report?.dry_run === false;
  return (
    <Dialog title={text.renameDialogTitle(from)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <RenameFields formValues={formValues} disabled={isDone} onChange={change} />
        <ErrorMessage error={error} />
        {report && <Changes report={report} />}
        <div class="form-buttons">
          {isDone ? (
            <button type="button" class="button primary" onClick={onClose}>
              {text.close}
            </button>
          ) : (
            <>
              <ServiceButton type="submit" disabled={isRunning}>
                {text.preview}
              </ServiceButton>
              <ServiceButton variant="primary" disabled={report === undefined || isRunning} onClick={() => ask(false)}>
                {text.apply}
              </ServiceButton>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface RenameFieldsProps {
  readonly formValues: RenameFormValues;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<RenameFormValues>) => void;
}

const RenameFields = ({ formValues: { to, withChildren }, disabled, onChange }: RenameFieldsProps) => (
  <>
    <label>
      {text.newName}
      <input
        dir="auto"
        value={to}
        required
        disabled={disabled}
        autocomplete="off"
        onInput={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </label>
    <Check
      label={text.withChildren}
      checked={withChildren}
      disabled={disabled}
      onChange={(checked) => onChange({ withChildren: checked })}
    />
  </>
);

const actions = { rename: text.actionRename, merge: text.actionMerge } as const;

const Changes = ({ report }: { readonly report: Report }) => (
  <div role="status">
    <p>{(report.dry_run ? text.previewCount : text.changedCount)(report.changes.length, report.notes)}</p>
    <DataTable label={text.changes} heads={[text.from, text.to, text.action, text.noteCount, text.notesGained]}>
      {report.changes.map(({ tag_id, from, to, action, notes, notes_gained }) => (
        <tr key={tag_id}>
          <td>{from}</td>
          <td class="wraps">{to}</td>
          <td>{actions[action]}</td>
          <td>{number(notes)}</td>
          <td>{number(notes_gained)}</td>
        </tr>
      ))}
    </DataTable>
    <Warnings warnings={report.warnings} />
  </div>
);

/** Saved searches that name a tag that will no longer exist, each with a link. */
function Warnings({ warnings }: Pick<Report, 'warnings'>) {
  const saved = useSavedSearches().value ?? [];
  if (warnings.length === 0) return null;
  return (
    <ul class="refusal">
      {warnings.map(({ search_notebook_id: id, name, message }) => (
        <li key={id}>
          <a href={href(['search'], { q: saved.find((search) => search.search_notebook_id === id)?.query ?? '' })}>
            {name}
          </a>
          : {message}
        </li>
      ))}
    </ul>
  );
}
