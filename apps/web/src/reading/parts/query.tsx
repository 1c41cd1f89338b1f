import type { Output } from '@notes/contract';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { longDate } from '../../text/dates.js';
import { bytes, number } from '../../text/numbers.js';
import { NoteLink } from '../../ui/note-link.js';
import { Loaded, Truncated } from '../../ui/states.js';
import { text } from '../texts.js';

type Result = Extract<Output<'runNoteQuery'>, { readonly rows: unknown }>;
type Row = Result['rows'][number];
type Field = Result['spec']['fields'][number];

/** A query in a note, with its current results. */
export function QueryBlock({ block }: { readonly block: string }) {
  const data = useData(`note-query:${block}`, (signal) => call('runNoteQuery', { block }, signal));
  return (
    <figure class="note-query">
      <Loaded data={data}>
        {(result) => ('error' in result ? <Refused {...result} /> : <QueryRows result={result} />)}
      </Loaded>
      <button type="button" class="button" onClick={data.reload}>
        {text.refresh}
      </button>
    </figure>
  );
}

const Refused = ({ error }: { readonly error: string }) => (
  <p class="query-error" role="alert">
    {text.queryRefused(error)}
  </p>
);

const QueryRows = ({ result: { spec, rows, truncated, warnings = [] } }: { readonly result: Result }) => (
  <>
    {warnings.map((warning) => (
      <p key={warning} class="query-warning" role="status" lang="en">
        {warning}
      </p>
    ))}
    <table>
      <caption>
        <code>{spec.query === '' ? text.allNotes : spec.query}</code>
      </caption>
      <thead>
        <tr>
          {spec.fields.map((field) => (
            <th key={field} scope="col">
              {names[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.document_id}>
            {spec.fields.map((field) => (
              <td key={field}>
                {field === 'title' ? <NoteLink id={row.document_id} title={row.title} /> : cellText(row, field)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p>{text.noMatch}</p>}
    {truncated && <Truncated>{text.firstListed(rows.length)}</Truncated>}
  </>
);

const names: Readonly<Record<Field, string>> = {
  title: text.columnTitle,
  notebook: text.columnNotebook,
  notebook_id: text.columnNotebookId,
  tags: text.columnTags,
  created_at: text.columnCreated,
  updated_at: text.columnChanged,
  snippet: text.columnText,
  size_bytes: text.columnSize,
  open_tasks: text.columnOpenTasks,
};

function cellText(row: Row, field: Exclude<Field, 'title'>): string {
  const value = row[field];
  if (value === undefined) return '';
  if (field === 'created_at' || field === 'updated_at') return longDate(value as string);
  if (field === 'size_bytes') return bytes(value as number);
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : value.join(', ');
}
