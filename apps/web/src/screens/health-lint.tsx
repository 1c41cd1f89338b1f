import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { checkNames, healthTabs, text } from '../health/texts.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { words } from '../text/catalogue.js';
import { moment } from '../text/dates.js';
import { number } from '../text/numbers.js';
import { Digest } from '../ui/copy.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Loaded, Truncated } from '../ui/states.js';
import { useTitles } from '../ui/use-titles.js';
import '../health/health.css';

type Report = Output<'getLintReport'>;
type Check = Report['checks'][number];
type Finding = Check['examples'][number];

/** Findings per check that the command line lists. */
const MAX_DETAIL = 200;

/** Problems of the library: counts are complete, examples are not. */
export function Screen() {
  const data = useData('lint', (signal) => call('getLintReport', {}, signal));
  return (
    <Page title={text.health} tabs={healthTabs} tab="health/lint">
      <Loaded data={data}>{(report) => <Checks report={report} />}</Loaded>
      <FromTerminal operation="getLintReport" />
      <FromTerminal operation="fixLibrary" label={text.fixFromTerminal} />
    </Page>
  );
}

function Checks({ report }: { readonly report: Report }) {
  const examples = report.checks.flatMap((check) => check.examples);
  const titles = useTitles(examples.flatMap(({ document_id }) => document_id ?? []));
  return (
    <>
      <p class="lead" role="status">
        {text.findingCount(
          report.checks.reduce((sum, { count }) => sum + count, 0),
          moment(report.generated_at),
        )}
      </p>
      {report.unparsed_documents > 0 && <Truncated>{text.unparsed(report.unparsed_documents)}</Truncated>}
      <ul class="checks">
        {report.checks.map((check) => (
          <li key={check.check}>
            <CheckRow check={check} titles={titles} />
          </li>
        ))}
      </ul>
      <Digest label={text.findingsDigest} sha256={report.report_sha256} />
    </>
  );
}

interface CheckRowProps {
  readonly check: Check;
  readonly titles: ReadonlyMap<string, string>;
}

function CheckRow({ check: { check, count, examples }, titles }: CheckRowProps) {
  if (count === 0) return <p class="check-none">{text.noFindings(checkNames[check])}</p>;
  return (
    <details>
      <summary>
        {checkNames[check]} <strong>{number(count)}</strong>
      </summary>
      <ul class="findings">
        {examples.map((finding) => (
          <li key={`${finding.document_id} ${finding.line} ${finding.column} ${finding.fingerprint_sha256}`}>
            <FindingLine finding={finding} titles={titles} />
          </li>
        ))}
      </ul>
      {examples.length < count && <Truncated>{text.findingsCut(examples.length, count, MAX_DETAIL)}</Truncated>}
      <FromTerminal operation="getLintReport" words={['--check', check, '--detail', String(MAX_DETAIL)]} />
    </details>
  );
}

interface FindingProps {
  readonly finding: Finding;
  readonly titles: ReadonlyMap<string, string>;
}

const FindingLine = ({ finding: { document_id, line, column, reason, resource_id }, titles }: FindingProps) => (
  <>
    {document_id !== null && (
      <a href={href(['n', document_id], line === null ? {} : { line: String(line) })}>
        {formatFindingLocation(titles.get(document_id) ?? document_id, line, column)}
      </a>
    )}
    {resource_id !== undefined && <code> {resource_id}</code>} · {words(reason)}
  </>
);

/** Formats a location as editors do: the line, and the column if known. */
function formatFindingLocation(note: string, line: number | null, column: number | null): string {
  if (line === null) return note;
  return text.inLine(note, column === null ? String(line) : `${line}:${column}`);
}
