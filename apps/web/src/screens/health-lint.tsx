import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { href } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { words } from '../text/words.js';
import { counted, moment } from '../tools/format.js';
import { Page } from '../tools/page.js';
import { healthTabs } from '../tools/tabs.js';
import { useTitles } from '../tools/titles.js';
import { copyText, TerminalCommand } from '../ui/copy.js';
import { Loaded, Truncated } from '../ui/states.js';

type Report = Output<'getLintReport'>;
type Check = Report['checks'][number];
type Finding = Check['examples'][number];

/** What is broken in the library: counts are complete, examples are not. */
export function Screen() {
  const data = useData('lint', (signal) => call('getLintReport', {}, signal));
  return (
    <Page title="Health" tabs={healthTabs} tab="health/lint">
      <Loaded data={data}>{(report) => <Checks report={report} />}</Loaded>
      <TerminalCommand command="notes lint" />
    </Page>
  );
}

function Checks({ report }: { readonly report: Report }) {
  const examples = report.checks.flatMap((check) => check.examples);
  const titles = useTitles(examples.flatMap(({ document_id }) => document_id ?? []));
  return (
    <>
      <p class="lead" role="status">
        {counted(
          report.checks.reduce((sum, { count }) => sum + count, 0),
          'finding',
        )}{' '}
        at {moment(report.generated_at)}.
      </p>
      {report.unparsed_documents > 0 && (
        <Truncated>
          {counted(report.unparsed_documents, 'note')} could not be read in full: more may be found in them.
        </Truncated>
      )}
      <ul class="checks">
        {report.checks.map((check) => (
          <li key={check.check}>
            <CheckRow check={check} titles={titles} />
          </li>
        ))}
      </ul>
      <p>
        Digest of the findings: <code class="digest">{report.report_sha256}</code>{' '}
        <button type="button" class="button" onClick={() => void copyText(report.report_sha256)}>
          Copy digest
        </button>
      </p>
    </>
  );
}

interface CheckRowProps {
  readonly check: Check;
  readonly titles: ReadonlyMap<string, string>;
}

function CheckRow({ check: { check, count, examples }, titles }: CheckRowProps) {
  if (count === 0) return <p class="check-none">{words(check)}: none</p>;
  return (
    <details>
      <summary>
        {words(check)} <strong>{count.toLocaleString()}</strong>
      </summary>
      <ul class="findings">
        {examples.map((finding) => (
          <li key={`${finding.document_id} ${finding.line} ${finding.column} ${finding.fingerprint_sha256}`}>
            <FindingLine finding={finding} titles={titles} />
          </li>
        ))}
      </ul>
      {examples.length < count && (
        <Truncated>
          The first {examples.length.toLocaleString()} of {count.toLocaleString()}; a terminal shows up to 200.
        </Truncated>
      )}
      <TerminalCommand command={`notes lint --check ${check} --detail 200`} />
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
        {titles.get(document_id) ?? document_id}
        {line !== null && `, line ${line}${column === null ? '' : `:${column}`}`}
      </a>
    )}
    {resource_id !== undefined && <code> {resource_id}</code>} · {words(reason)}
  </>
);
