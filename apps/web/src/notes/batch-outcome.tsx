import { useState } from 'preact/hooks';
import { type BatchReport, reasonOf, verbs } from './batch.js';
import { type NoteRow, shownTitle } from './rows.js';

interface OutcomeProps {
  readonly report: BatchReport;
  readonly rows: readonly NoteRow[];
  readonly onClose: () => void;
  readonly selectOnly: (ids: readonly string[]) => void;
}

const words = { applied: 'Applied', skipped: 'Skipped', failed: 'Failed', rolled_back: 'Rolled back' } as const;
type Status = keyof typeof words;
const statuses = Object.keys(words) as Status[];

/** What became of every note of a batch. */
export function BatchOutcome({ report, rows, onClose, selectOnly }: OutcomeProps) {
  const [only, setOnly] = useState<Status | ''>('');
  const titles = new Map(rows.map(({ id, title }) => [id, shownTitle(title)]));
  const items = report.items.filter(({ status }) => only === '' || status === only);
  const failed = report.items.filter(({ status }) => status === 'failed');
  const selectFailed = () => {
    selectOnly(failed.map(({ document_id }) => document_id));
    onClose();
  };
  return (
    <div class="form">
      <div role="status">
        {report.replayed && <p>This request was carried out before (replayed): nothing was done now.</p>}
        <p>{statuses.map((status) => `${words[status]} ${report.counts[status]}`).join(' · ')}</p>
      </div>
      <label class="inline">
        Show
        <select value={only} onChange={({ currentTarget }) => setOnly(currentTarget.value as Status | '')}>
          <option value="">all</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {words[status].toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <div class="scrolled">
        <table class="report">
          <caption class="visually-hidden">{verbs[report.operation]}, note by note</caption>
          <thead>
            <tr>
              <th scope="col">Note</th>
              <th scope="col">Outcome</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.document_id}>
                <td>{titles.get(item.document_id) ?? item.document_id}</td>
                <td>{words[item.status]}</td>
                <td>{reasonOf(item)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="form-buttons">
        {failed.length > 0 && (
          <button type="button" class="button" onClick={selectFailed}>
            Select the failed ones
          </button>
        )}
        <button type="button" class="button primary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
