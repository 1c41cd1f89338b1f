import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { noteChange } from '../app/connection.js';
import { go, href } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { moment } from '../tools/format.js';
import { DataTable, Facts, Page, Section } from '../tools/page.js';
import { graphTabs } from '../tools/tabs.js';
import { TerminalCommand } from '../ui/copy.js';
import { notify } from '../ui/notices.js';
import { Loaded, Truncated } from '../ui/states.js';
import { attempt } from '../ui/use-action.js';

type Report = Output<'getGraphReport'>;

const ROWS = 50;

/** The notes most notes link to, and those none does. */
export function Screen() {
  const data = useData('graph report', (signal) => call('getGraphReport', { limit: ROWS }, signal));
  return (
    <Page title="Graph" tabs={graphTabs} tab="graph/report">
      <Loaded data={data}>{(report) => <Numbers report={report} />}</Loaded>
      <div class="row-actions">
        <button type="button" class="button primary" onClick={() => attempt(writeNote)}>
          Write report note
        </button>
      </div>
      <p class="hint">The note is in Reports, and replaces the one written before.</p>
      <TerminalCommand command="notes graph report" />
    </Page>
  );
}

async function writeNote(): Promise<void> {
  const { id } = await call('writeGraphReport', {});
  noteChange();
  notify('The report is written', { label: 'Open it', run: () => go(['n', id]) });
}

const Numbers = ({ report }: { readonly report: Report }) => (
  <>
    <Facts
      facts={[
        ['At', moment(report.generated_at)],
        ['Notes', report.note_count.toLocaleString()],
        ['Links between two notes', report.link_count.toLocaleString()],
        ['Orphans: nothing links to them', report.orphan_count.toLocaleString()],
        ['Isolated: nor do they link to anything', report.isolated_count.toLocaleString()],
      ]}
    />
    <Section title="Hubs">
      <DataTable label="Hubs" heads={['Note', 'Notes that link to it', '']}>
        {report.hubs.map(({ document_id, title, incoming }) => (
          <tr key={document_id}>
            <th scope="row">
              <a href={href(['n', document_id])}>{title}</a>
            </th>
            <td>{incoming.toLocaleString()}</td>
            <td>
              <a href={href(['graph'], { roots: document_id })} aria-label={`Explore around ${title}`}>
                Explore
              </a>
            </td>
          </tr>
        ))}
      </DataTable>
    </Section>
    <Notes title="Orphans" notes={report.orphans} count={report.orphan_count} />
    <Notes title="Isolated" notes={report.isolated} count={report.isolated_count} />
  </>
);

interface NotesProps {
  readonly title: string;
  readonly notes: Report['orphans'];
  /** Of all of them. */
  readonly count: number;
}

const Notes = ({ title, notes, count }: NotesProps) => (
  <Section title={title}>
    {notes.length < count && (
      <Truncated>
        The first {notes.length.toLocaleString()} of {count.toLocaleString()}.
      </Truncated>
    )}
    <ul>
      {notes.map(({ document_id, title: name }) => (
        <li key={document_id}>
          <a href={href(['n', document_id])}>{name}</a>
        </li>
      ))}
    </ul>
  </Section>
);
