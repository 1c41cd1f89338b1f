import type { Output } from '@notes/contract';
import { fill, words } from '../text/catalogue.js';
import { bytes, number } from '../text/numbers.js';
import { Digest } from '../ui/copy.js';
import { DataTable } from '../ui/data-table.js';
import { Facts } from '../ui/facts.js';
import { NoteLink } from '../ui/note-link.js';
import { Section } from '../ui/page.js';
import { Truncated } from '../ui/states.js';
import { useTitles } from '../ui/use-titles.js';
import { text } from './texts.js';

type Plan = Output<'planSelection'>;

/** A plan: complete counts, and the first rows of each list. */
export const PlanResult = ({ plan }: { readonly plan: Plan }) => (
  <div class="stack" role="status">
    {plan.truncated && <Truncated>{text.listsCut}</Truncated>}
    <Section title={text.counts}>
      <Facts facts={Object.entries(plan.counts).map(([entity, count]) => [words(entity), number(count)] as const)} />
    </Section>
    {plan.warnings.length > 0 && (
      <Section title={text.warnings}>
        <ul>
          {plan.warnings.map(({ code, count }) => (
            <li key={code}>{text.warningCount(words(code), count)}</li>
          ))}
        </ul>
      </Section>
    )}
    <Section title={text.recipientLearns}>
      <Facts
        facts={plan.privacy.map(
          ({ subject, decision, count }) => [words(subject), text.decisionCount(words(decision), count)] as const,
        )}
      />
    </Section>
    <Exclusions plan={plan} />
    <PlannedNotes plan={plan} />
    <Digest label={text.planDigest} sha256={plan.manifest_sha256} />
  </div>
);

const Exclusions = ({ plan: { exclusions, totals } }: { readonly plan: Plan }) =>
  exclusions.length === 0 ? null : (
    <Section title={text.excludedCount(totals.exclusions)}>
      <ul>
        {exclusions.map(({ kind, id, fingerprint_sha256, reason }) => (
          <li key={`${kind} ${id} ${fingerprint_sha256}`}>
            {fill(text.excludedItem, {
              kind: words(kind),
              id: <code>{id ?? fingerprint_sha256?.slice(0, 16)}</code>,
              reason: words(reason),
            })}
          </li>
        ))}
      </ul>
    </Section>
  );

function PlannedNotes({ plan: { documents, totals } }: { readonly plan: Plan }) {
  const titles = useTitles(documents.map(({ document_id }) => document_id));
  return (
    <Section title={text.noteCount(totals.documents)}>
      <DataTable label={text.includedNotes} heads={[text.note, text.size, text.inTrash]}>
        {documents.map(({ document_id, size_bytes, trashed }) => (
          <tr key={document_id}>
            <th scope="row">
              <NoteLink id={document_id} title={titles.get(document_id) ?? document_id} />
            </th>
            <td>{bytes(size_bytes)}</td>
            <td>{trashed ? text.yes : text.no}</td>
          </tr>
        ))}
      </DataTable>
    </Section>
  );
}
