import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { graphTabs, text } from '../graph/texts.js';
import { go, href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { moment } from '../text/dates.js';
import { number } from '../text/numbers.js';
import { DataTable } from '../ui/data-table.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { formatTitle, NoteLink } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { Page, Section } from '../ui/page.js';
import { ServiceButton } from '../ui/service-button.js';
import { Loaded, Truncated } from '../ui/states.js';
import { attempt } from '../ui/use-action.js';

type Report = Output<'getGraphReport'>;

const ROWS = 50;

/** The most linked notes, and those without links to them. */
export function Screen() {
  const data = useData('graph report', (signal) => call('getGraphReport', { limit: ROWS }, signal));
  return (
    <Page title={text.graph} tabs={graphTabs} tab="graph/report">
      <Loaded data={data}>{(report) => <Numbers report={report} />}</Loaded>
      <div class="row-actions">
        <ServiceButton variant="primary" onClick={() => attempt(writeNote)}>
          {text.createReport}
        </ServiceButton>
      </div>
      <p class="hint">{text.reportHint}</p>
      <FromTerminal operation="getGraphReport" />
    </Page>
  );
}

async function writeNote(): Promise<void> {
  const { id } = await call('writeGraphReport', {});
  notify(text.reportCreated, { label: text.openReport, run: () => go(['n', id]) });
}

const Numbers = ({ report }: { readonly report: Report }) => (
  <>
    <Facts
      facts={[
        [text.generatedAt, moment(report.generated_at)],
        [text.noteCount, number(report.note_count)],
        [text.linkCount, number(report.link_count)],
        [text.orphansLabel, number(report.orphan_count)],
        [text.isolatedLabel, number(report.isolated_count)],
      ]}
    />
    <Section title={text.hubs}>
      <DataTable label={text.hubs} heads={[text.note, text.notesLinking, '']}>
        {report.hubs.map(({ document_id, title, incoming }) => (
          <tr key={document_id}>
            <th scope="row">
              <NoteLink id={document_id} title={title} />
            </th>
            <td>{number(incoming)}</td>
            <td>
              <a href={href(['graph'], { roots: document_id })} aria-label={text.exploreAround(formatTitle(title))}>
                {text.explore}
              </a>
            </td>
          </tr>
        ))}
      </DataTable>
    </Section>
    <Notes title={text.orphans} notes={report.orphans} count={report.orphan_count} />
    <Notes title={text.isolated} notes={report.isolated} count={report.isolated_count} />
  </>
);

interface NotesProps {
  readonly title: string;
  readonly notes: Report['orphans'];
  /** Total number, of which `notes` may contain only the first. */
  readonly count: number;
}

const Notes = ({ title, notes, count }: NotesProps) => (
  <Section title={title}>
    {notes.length < count && <Truncated>{text.firstListed(notes.length, count)}</Truncated>}
    <ul>
      {notes.map(({ document_id, title: name }) => (
        <li key={document_id} data-row>
          <NoteLink id={document_id} title={name} />
        </li>
      ))}
    </ul>
  </Section>
);
