import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { uriHref } from '../reading/parts/links.js';
import { fill } from '../text/catalogue.js';
import { makeLazy } from '../ui/lazy.js';
import { formatTitle, NoteLink } from '../ui/note-link.js';
import { Loaded, Truncated } from '../ui/states.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './tab-texts.js';

const MentionList = makeLazy(async () => (await import('../mentions/mention-list.js')).MentionList);

type Links = Output<'listDocumentLinks'>;
type Outgoing = Links['outgoing'][number];

/** Backlinks and outgoing links of the note. */
export function LinksTab({ document_id }: InspectorProps) {
  const data = useData(`links:${document_id}`, (signal) => call('listDocumentLinks', { document_id }, signal));
  return (
    <Loaded data={data}>
      {({ incoming, outgoing, truncated }) => (
        <>
          <h3>{text.backlinks(incoming.length)}</h3>
          <Backlinks incoming={incoming} />
          <MentionList documentId={document_id} linkedIds={incoming.map((link) => link.document_id)} />
          {groups(outgoing).map(([status, entries]) => (
            <section key={status}>
              <h3>{text.linkGroup(status, entries.length)}</h3>
              <ul class="links">
                {entries.map((entry) => (
                  <OutgoingLink key={entry.start_byte} entry={entry} />
                ))}
              </ul>
            </section>
          ))}
          {outgoing.length === 0 && <p class="quiet">{text.noLinks}</p>}
          {truncated && <Truncated>{text.linksCut}</Truncated>}
        </>
      )}
    </Loaded>
  );
}

const Backlinks = ({ incoming }: { readonly incoming: Links['incoming'] }) =>
  incoming.length === 0 ? (
    <p class="quiet">{text.noBacklinks}</p>
  ) : (
    <ul class="links">
      {incoming.map(({ document_id, line, title, context }) => (
        <li key={`${document_id}:${line}`}>
          <NoteLink id={document_id} title={title} line={line} />
          <p>{context}</p>
        </li>
      ))}
    </ul>
  );

const statuses = ['unresolved', 'ambiguous', 'stale_anchor', 'invalid', 'resolved', 'external'] as const;

/** Groups links by status, problems first. */
function groups(outgoing: readonly Outgoing[]): [Outgoing['status'], Outgoing[]][] {
  return statuses
    .map((status): [Outgoing['status'], Outgoing[]] => [status, outgoing.filter((entry) => entry.status === status)])
    .filter(([, entries]) => entries.length > 0);
}

function OutgoingLink({ entry }: { readonly entry: Outgoing }) {
  const { target, text: linkText, line, status, target_title, canonical_target, candidates = [], hint } = entry;
  const name = target_title === null ? linkText || target : formatTitle(target_title);
  const address = canonical_target === undefined ? undefined : uriHref(canonical_target);
  return (
    <li>
      {address === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <a dir="auto" {...linkAttributes(address)}>
          {name}
        </a>
      )}{' '}
      <small>{text.line(line)}</small>
      {status === 'external' && <p>{target}</p>}
      {status === 'unresolved' && <MissingNote title={target} hint={hint} />}
      {candidates.map(({ document_id, title }) => (
        <p key={document_id}>
          <NoteLink id={document_id} title={title} /> <code>{document_id}</code>
        </p>
      ))}
    </li>
  );
}

/** Attachments are not part of the page, so they open in a new tab. */
const linkAttributes = (href: string) => ({
  href,
  ...(!href.startsWith('#') && { target: '_blank', rel: 'noopener' }),
});

function MissingNote({ title, hint }: { readonly title: string; readonly hint: Outgoing['hint'] }) {
  const create = <a href={href(['new'], { title })}>{text.createNote}</a>;
  const other = hint && <NoteLink id={hint.document_id} title={hint.title} />;
  return <p>{other ? fill(text.createOrOpen, { create, other }) : create}</p>;
}
