import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { Select } from '../../ui/form-fields.js';
import { NoteLink } from '../../ui/note-link.js';
import { Loaded, Truncated } from '../../ui/states.js';
import { text } from '../texts.js';
import { boardColumns, calendarDates, type QueryChoice, queryViews, readChoice, storeChoice } from './query-choice.js';
import { fieldNames, formatField } from './query-fields.js';
import { addViewField, type QueryResult } from './query-rows.js';

interface BlockProps {
  readonly block: string;
  /** View that the author chose behind `note-query`. */
  readonly view: string | undefined;
}

/** A query in a note, with its current results as a table, a board or a calendar. */
export function QueryBlock({ block, view }: BlockProps) {
  const [choice, setChoice] = useState(() => readChoice(block, view));
  const change = (part: Partial<QueryChoice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    storeChoice(block, next);
  };
  const requested = addViewField(block, choice);
  const data = useData(`note-query:${requested}`, (signal) => call('runNoteQuery', { block: requested }, signal));
  return (
    <figure class="note-query">
      <Loaded data={data}>
        {(result) => ('error' in result ? <Refused {...result} /> : <Results result={result} choice={choice} />)}
      </Loaded>
      <div class="query-controls">
        <Select
          label={text.view}
          options={queryViews}
          value={choice.view}
          onChange={(chosen) => change({ view: chosen })}
        />
        {choice.view === 'board' && (
          <Select
            label={text.columnsBy}
            options={boardColumns}
            value={choice.columns}
            onChange={(columns) => change({ columns })}
          />
        )}
        {choice.view === 'calendar' && (
          <Select
            label={text.dateBy}
            options={calendarDates}
            value={choice.date}
            onChange={(date) => change({ date })}
          />
        )}
        <button type="button" class="button" onClick={data.reload}>
          {text.refresh}
        </button>
      </div>
    </figure>
  );
}

const Refused = ({ error }: { readonly error: string }) => (
  <p class="query-error" role="alert">
    {text.queryRefused(error)}
  </p>
);

interface ResultsProps {
  readonly result: QueryResult;
  readonly choice: QueryChoice;
}

function Results({ result, choice }: ResultsProps) {
  const { rows, truncated, warnings = [] } = result;
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} class="query-warning" role="status" lang="en">
          {warning}
        </p>
      ))}
      {choice.view === 'table' ? <Table result={result} /> : <OtherView result={result} choice={choice} />}
      {rows.length === 0 && <p>{text.noMatch}</p>}
      {truncated && <Truncated>{text.firstListed(rows.length)}</Truncated>}
    </>
  );
}

const Caption = ({ query }: { readonly query: string }) => <code>{query === '' ? text.allNotes : query}</code>;

const Table = ({ result: { spec, rows } }: { readonly result: QueryResult }) => (
  <table>
    <caption>
      <Caption query={spec.query} />
    </caption>
    <thead>
      <tr>
        {spec.fields.map((field) => (
          <th key={field} scope="col">
            {fieldNames[field]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.document_id}>
          {spec.fields.map((field) => (
            <td key={field} class={field.endsWith('_at') ? 'moment' : undefined}>
              {field === 'title' ? <NoteLink id={row.document_id} title={row.title} /> : formatField(row, field)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type Views = typeof import('./query-views.js');

/** A board or a calendar. Their code is loaded when one is first shown. */
function OtherView({ result: { spec, rows }, choice }: ResultsProps) {
  const [views, setViews] = useState<Views>();
  useEffect(() => {
    let isMounted = true;
    import('./query-views.js').then(
      (loaded) => isMounted && setViews(loaded),
      // Ignores a failed load: the table remains available.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const View = choice.view === 'board' ? views?.QueryBoard : views?.QueryCalendar;
  return (
    <>
      <p class="query-caption">
        <Caption query={spec.query} />
      </p>
      {View && <View rows={rows} fields={spec.fields} choice={choice} />}
    </>
  );
}
