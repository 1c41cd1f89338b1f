import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { NotebookOptions, useNotebookChoices, writable } from '../organise/notebook-options.js';
import { Dialog } from '../ui/dialog.js';
import { Check } from '../ui/form-fields.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { randomKey, useId } from '../ui/unique-id.js';
import { useAction } from '../ui/use-action.js';
import { type BatchChoice, type BatchOperation, type BatchReport, batchRequest, titles, verbs } from './batch.js';
import { BatchOutcome } from './batch-outcome.js';
import { text } from './batch-texts.js';
import type { NoteRow } from './rows.js';

interface BatchDialogProps {
  readonly operation: BatchOperation;
  readonly rows: readonly NoteRow[];
  readonly onClose: () => void;
  readonly selectOnly: (ids: readonly string[]) => void;
}

/** Asks for the parameters of an operation on many notes, runs it, and reports on every note. */
export function BatchDialog({ operation, rows, onClose, selectOnly }: BatchDialogProps) {
  // Kept as it was at first, because the operation changes the selection.
  const [selectedRows] = useState(rows);
  const [report, setReport] = useState<BatchReport>();
  const title = titles[operation](selectedRows.length);
  const showReport = (outcome: BatchReport) => {
    setReport(outcome);
    selectOnly(outcome.items.filter(({ status }) => status !== 'applied').map(({ document_id }) => document_id));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {report === undefined ? (
        <BatchForm operation={operation} rows={selectedRows} onDone={showReport} />
      ) : (
        <BatchOutcome report={report} rows={selectedRows} onClose={onClose} selectOnly={selectOnly} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly operation: BatchOperation;
  readonly rows: readonly NoteRow[];
  readonly onDone: (report: BatchReport) => void;
}

function BatchForm({ operation, rows, onDone }: FormProps) {
  const [choice, setChoice] = useState<BatchChoice>({ operation, mode: 'best_effort', notebookId: '', tags: '' });
  const request = useMemo(() => batchRequest(choice, rows), [choice, rows]);
  // Idempotency key: a repeated request after a lost response is carried out once.
  const key = useMemo(randomKey, [request]);
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (request) run(async () => onDone(await call('runBatch', { ...request, request_key: key })));
  };
  const set = (part: Partial<BatchChoice>) => setChoice({ ...choice, ...part });
  return (
    <form class="form" onSubmit={submit}>
      <BatchFields choice={choice} set={set} />
      <Check
        label={text.allOrNothing}
        checked={choice.mode === 'atomic'}
        onChange={(isAtomic) => set({ mode: isAtomic ? 'atomic' : 'best_effort' })}
      />
      <ErrorMessage error={error} />
      <div class="form-buttons">
        <ServiceButton type="submit" variant="primary" disabled={request === undefined || isRunning}>
          {verbs[operation]}
        </ServiceButton>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly choice: BatchChoice;
  readonly set: (part: Partial<BatchChoice>) => void;
}

function BatchFields({ choice, set }: FieldsProps) {
  const notebooks = useNotebookChoices().filter(writable);
  const hint = useId();
  const { operation, notebookId, tags } = choice;
  if (operation === 'move')
    return (
      <label>
        {text.moveTo}
        <select value={notebookId} onChange={({ currentTarget }) => set({ notebookId: currentTarget.value })}>
          <NotebookOptions choices={notebooks} none={text.chooseNotebook} />
        </select>
      </label>
    );
  if (operation !== 'add_tags' && operation !== 'remove_tags') return null;
  return (
    <label>
      {text.tags}
      <input
        value={tags}
        aria-describedby={hint}
        autocomplete="off"
        onInput={({ currentTarget }) => set({ tags: currentTarget.value })}
      />
      <span id={hint} class="hint">
        {text.tagsHint}
      </span>
    </label>
  );
}
