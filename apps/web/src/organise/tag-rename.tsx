import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useSavedSearches } from '../app/library.js';
import { href } from '../app/router.js';
import { counted } from '../ui/counted.js';
import { Dialog } from '../ui/dialog.js';
import { Refusal } from '../ui/refusal.js';
import { useAction } from '../ui/use-action.js';

type Report = Output<'renameTag'>;

interface RenameProps {
  readonly from: string;
  readonly onClose: () => void;
}

/** Gives a tag another name; what that changes is always shown first. */
export function TagRename({ from, onClose }: RenameProps) {
  const [to, setTo] = useState(from);
  const [withChildren, setWithChildren] = useState(true);
  const [report, setReport] = useState<Report>();
  const { isRunning, error, run } = useAction();
  const ask = (dryRun: boolean) =>
    run(async () => setReport(await call('renameTag', { from, to, include_children: withChildren, dry_run: dryRun })));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask(true);
  };
  const isDone = report?.dry_run === false;
  return (
    <Dialog title={`Rename the tag ${from}`} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <label>
          New name
          <input
            value={to}
            required
            disabled={isDone}
            autocomplete="off"
            onInput={({ currentTarget }) => {
              setTo(currentTarget.value);
              setReport(undefined);
            }}
          />
        </label>
        <label class="inline">
          <input
            type="checkbox"
            checked={withChildren}
            disabled={isDone}
            onChange={({ currentTarget }) => {
              setWithChildren(currentTarget.checked);
              setReport(undefined);
            }}
          />
          The tags below it too
        </label>
        <Refusal error={error} />
        {report && <Changes report={report} />}
        <div class="form-buttons">
          {isDone ? (
            <button type="button" class="button primary" onClick={onClose}>
              Close
            </button>
          ) : (
            <>
              <button type="submit" class="button" disabled={isRunning}>
                Show what changes
              </button>
              <button
                type="button"
                class="button primary"
                disabled={report === undefined || isRunning}
                onClick={() => ask(false)}
              >
                Apply
              </button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

const Changes = ({ report }: { readonly report: Report }) => (
  <div role="status">
    <p>
      {report.dry_run ? 'This would change ' : 'Changed '}
      {counted(report.changes.length, 'tag')} on {counted(report.notes, 'note')}.
    </p>
    <div class="scrolled">
      <table class="report">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Action</th>
            <th scope="col" class="number">
              Notes
            </th>
            <th scope="col" class="number">
              Notes gained
            </th>
          </tr>
        </thead>
        <tbody>
          {report.changes.map(({ tag_id, from, to, action, notes, notes_gained }) => (
            <tr key={tag_id}>
              <td>{from}</td>
              <td>{to}</td>
              <td>{action}</td>
              <td class="number">{notes.toLocaleString()}</td>
              <td class="number">{notes_gained.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <Warnings warnings={report.warnings} />
  </div>
);

/** Saved searches that name a tag there is no more then, each with the way to it. */
function Warnings({ warnings }: Pick<Report, 'warnings'>) {
  const saved = useSavedSearches().value ?? [];
  if (warnings.length === 0) return null;
  return (
    <ul class="refusal">
      {warnings.map(({ search_notebook_id: id, name, message }) => (
        <li key={id}>
          {message}{' '}
          <a href={href(['search'], { q: saved.find((search) => search.search_notebook_id === id)?.query ?? '' })}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
