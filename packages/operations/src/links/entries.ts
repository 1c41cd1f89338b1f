import type { Output } from '@notes/contract';
import { titleReference } from '@notes/link-graph';
import { classifyTarget } from '@notes/markdown-blocks';
import { nameKey } from '@notes/query-language';
import type { OutgoingLink } from '@notes/storage';
import type { Context } from '../context.js';
import { documentUri, wireNamed, wirePlaced } from '../wire.js';
import type { Anchors } from './anchors.js';

export type LinkEntry = Output<'checkLinks'>['entries'][number];

/** Says of links where they lead, whether their anchors are there, and what unresolved ones led to before. */
export async function wireEntries(
  context: Context,
  links: readonly OutgoingLink[],
  anchors: Anchors,
): Promise<LinkEntry[]> {
  const entries: LinkEntry[] = [];
  for (const link of links) entries.push({ ...place(link), ...(await meaning(context, link, anchors)) });
  return entries;
}

function place({ kind, target, anchor, text, line, column, startByte, endByte }: OutgoingLink) {
  return { kind, target, anchor, text, line, column, start_byte: startByte, end_byte: endByte };
}

/** Notes named of those an ambiguous link may mean. */
const MAX_CANDIDATES = 10;

type Meaning = Pick<LinkEntry, 'status' | 'canonical_target' | 'hint' | 'candidates'>;

async function meaning(context: Context, link: OutgoingLink, anchors: Anchors): Promise<Meaning> {
  switch (link.state) {
    case 'resolved':
      return resolved(link, anchors);
    case 'unresolved':
      return { status: 'unresolved', ...hint(context, link) };
    case 'ambiguous':
      return { status: 'ambiguous', ...candidates(context, link, anchors.pk) };
    case 'other':
      return { status: 'unresolved' };
    default:
      return { status: link.state };
  }
}

async function resolved({ note, anchor }: OutgoingLink, anchors: Anchors): Promise<Meaning> {
  const uri = note === null ? undefined : documentUri(note.id);
  if (anchor === null) return { status: 'resolved', ...(uri && { canonical_target: uri }) };
  const found = await anchors.find(note?.pk ?? null, anchor);
  if (found === undefined) return { status: 'stale_anchor', ...(uri && { canonical_target: uri }) };
  return { status: 'resolved', ...(uri && { canonical_target: `${uri}#${found}` }) };
}

function candidates({ library }: Context, link: OutgoingLink, pk: number | null): Pick<Meaning, 'candidates'> {
  const target = classifyTarget(link);
  if (target.type !== 'title') return {};
  const found = library.store.read(({ documents, links }) =>
    documents.getMany(links.meanings(target.title, pk, MAX_CANDIDATES)),
  );
  return { candidates: found.map(wirePlaced) };
}

/** The note a title belonged to before it was renamed. */
function hint({ library }: Context, link: OutgoingLink): Pick<Meaning, 'hint'> {
  const target = classifyTarget(link);
  if (target.type !== 'title') return {};
  const { whole, name } = titleReference(target.title, nameKey);
  const owner = library.store.read(({ links }) => links.formerOwner(whole) ?? links.formerOwner(name));
  return owner === undefined ? {} : { hint: wireNamed(owner) };
}
