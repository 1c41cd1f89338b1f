import type { Output } from '@notes/contract';
import { href } from '../app/router.js';
import { bytes } from '../text/numbers.js';
import { words } from '../text/words.js';
import { copyText } from '../ui/copy.js';
import { Truncated } from '../ui/states.js';
import { DataTable, Facts, Section } from './page.js';
import { useTitles } from './titles.js';

type Plan = Output<'planSelection'>;

/** A plan: complete counts, and the first rows of each list. */
export const PlanResult = ({ plan }: { readonly plan: Plan }) => (
  <div class="stack" role="status">
    {plan.truncated && <Truncated>Lists are cut at 200 rows; every count is complete.</Truncated>}
    <Section title="Counts">
      <Facts
        facts={Object.entries(plan.counts).map(([entity, count]) => [words(entity), count.toLocaleString()] as const)}
      />
    </Section>
    {plan.warnings.length > 0 && (
      <Section title="Warnings">
        <ul>
          {plan.warnings.map(({ code, count }) => (
            <li key={code}>
              {words(code)}: {count.toLocaleString()}
            </li>
          ))}
        </ul>
      </Section>
    )}
    <Section title="What whoever gets it learns">
      <Facts
        facts={plan.privacy.map(
          ({ subject, decision, count }) => [words(subject), `${words(decision)} (${count.toLocaleString()})`] as const,
        )}
      />
    </Section>
    <Exclusions plan={plan} />
    <PlannedNotes plan={plan} />
    <p>
      Digest of everything selected: <code class="digest">{plan.manifest_sha256}</code>{' '}
      <button type="button" class="button" onClick={() => void copyText(plan.manifest_sha256)}>
        Copy digest
      </button>
    </p>
  </div>
);

const Exclusions = ({ plan: { exclusions, totals } }: { readonly plan: Plan }) =>
  exclusions.length === 0 ? null : (
    <Section title={`Left out (${totals.exclusions.toLocaleString()})`}>
      <ul>
        {exclusions.map(({ kind, id, fingerprint_sha256, reason }) => (
          <li key={`${kind} ${id} ${fingerprint_sha256}`}>
            {words(kind)} <code>{id ?? fingerprint_sha256?.slice(0, 16)}</code>: {words(reason)}
          </li>
        ))}
      </ul>
    </Section>
  );

function PlannedNotes({ plan: { documents, totals } }: { readonly plan: Plan }) {
  const titles = useTitles(documents.map(({ document_id }) => document_id));
  return (
    <Section title={`Notes (${totals.documents.toLocaleString()})`}>
      <DataTable label="Notes that come along" heads={['Note', 'Size', 'In Trash']}>
        {documents.map(({ document_id, size_bytes, trashed }) => (
          <tr key={document_id}>
            <th scope="row">
              <a href={href(['n', document_id])}>{titles.get(document_id) ?? document_id}</a>
            </th>
            <td>{bytes(size_bytes)}</td>
            <td>{trashed ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </DataTable>
    </Section>
  );
}
