import type { Output } from '@notes/contract';
import { call } from '../../api/client.js';
import { href } from '../../app/router.js';
import { useData } from '../../app/use-data.js';
import { Loaded, Truncated } from '../../ui/states.js';

type Result = Extract<Output<'runNoteQuery'>, { readonly rows: unknown }>;
type Row = Result['rows'][number];
type Field = Result['spec']['fields'][number];

/** A query that stands in a note, with what it finds now. */
export function QueryBlock({ block }: { readonly block: string }) {
  const data = useData(`note-query:${block}`, (signal) => call('runNoteQuery', { block }, signal));
  return (
    <figure class="note-query">
      <Loaded data={data}>
        {(result) => ('error' in result ? <Refused {...result} /> : <Found result={result} />)}
      </Loaded>
      <button type="button" class="button" onClick={data.reload}>
        Refresh
      </button>
    </figure>
  );
}

const Refused = ({ error }: { readonly error: string }) => (
  <p class="query-error" role="alert">
    This query cannot be read: {error}
  </p>
);

const Found = ({ result: { spec, rows, truncated } }: { readonly result: Result }) => (
  <>
    <table>
      <caption>
        <code>{spec.query === '' ? 'all notes' : spec.query}</code>
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
              <td key={field}>{field === 'title' ? <TitleLink {...row} /> : cellText(row, field)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p>No note matches.</p>}
    {truncated && <Truncated>First {rows.length}; there are more.</Truncated>}
  </>
);

const TitleLink = ({ document_id, title }: Row) => <a href={href(['n', document_id])}>{title || 'Untitled'}</a>;

const names: Readonly<Record<Field, string>> = {
  title: 'Title',
  notebook: 'Notebook',
  notebook_id: 'Notebook id',
  tags: 'Tags',
  created_at: 'Created',
  updated_at: 'Changed',
  snippet: 'Text',
  size_bytes: 'Bytes',
  open_tasks: 'Open tasks',
};

function cellText(row: Row, field: Exclude<Field, 'title'>): string {
  const value = row[field];
  if (value === undefined) return '';
  if (field === 'created_at' || field === 'updated_at') return new Date(value as string).toLocaleString();
  if (typeof value === 'number') return value.toLocaleString();
  return typeof value === 'string' ? value : value.join(', ');
}
