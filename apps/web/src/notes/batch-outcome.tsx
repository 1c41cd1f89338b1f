import { useState } from 'preact/hooks';
import { DataTable } from '../ui/data-table.js';
import { Select } from '../ui/form-fields.js';
import { formatTitle } from '../ui/note-link.js';
import { type BatchReport, describeOutcome, verbs } from './batch.js';
import { text } from './batch-texts.js';
import type { NoteRow } from './rows.js';

interface OutcomeProps {
  readonly report: BatchReport;
  readonly rows: readonly NoteRow[];
  readonly onClose: () => void;
  readonly selectOnly: (ids: readonly string[]) => void;
}

const words = {
  applied: text.applied,
  skipped: text.skipped,
  failed: text.failed,
  rolled_back: text.rolledBack,
} as const;
type Status = keyof typeof words;

/** Result of a batch for every note. */
export function BatchOutcome({ report, rows, onClose, selectOnly }: OutcomeProps) {
  const [filter, setFilter] = useState<Status | ''>('');
  const titles = new Map(rows.map(({ id, title }) => [id, formatTitle(title)]));
  const items = report.items.filter(({ status }) => filter === '' || status === filter);
  const failures = report.items.filter(({ status }) => status === 'failed');
  const { applied, skipped, failed, rolled_back } = report.counts;
  const selectFailed = () => {
    selectOnly(failures.map(({ document_id }) => document_id));
    onClose();
  };
  return (
    <div class="form">
      <div role="status">
        {report.replayed && <p>{text.replayed}</p>}
        <p>{text.counts(applied, skipped, failed, rolled_back)}</p>
      </div>
      <Select
        class="inline"
        label={text.outcomeFilter}
        options={{ '': text.all, ...words }}
        value={filter}
        onChange={setFilter}
      />
      <DataTable label={text.outcomesTitle(verbs[report.operation])} heads={[text.note, text.outcome, text.reason]}>
        {items.map((item) => (
          <tr key={item.document_id}>
            <td>{titles.get(item.document_id) ?? item.document_id}</td>
            <td>{words[item.status]}</td>
            <td>{describeOutcome(item)}</td>
          </tr>
        ))}
      </DataTable>
      <div class="form-buttons">
        {failures.length > 0 && (
          <button type="button" class="button" onClick={selectFailed}>
            {text.selectFailed}
          </button>
        )}
        <button type="button" class="button primary" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </div>
  );
}
