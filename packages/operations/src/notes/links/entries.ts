import type { Output } from '@notes/contract';
import { type TitleReference, titleReference } from '@notes/link-graph';
import { classifyTarget } from '@notes/markdown-blocks';
import { nameKey } from '@notes/query-language';
import type { OutgoingLink } from '@notes/storage';
import { Pacer } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { documentUri, resourceUri, wireNamed, wirePlaced } from '../../platform/wire.js';
import type { Anchors } from './anchors.js';

export type LinkEntry = Output<'checkLinks'>['entries'][number];

/** Describes links: their targets, the presence of their anchors, and the former targets of unresolved links. */
export async function wireEntries(
  context: Context,
  links: readonly OutgoingLink[],
  anchors: Anchors,
): Promise<LinkEntry[]> {
  const entries: LinkEntry[] = [];
  const titles = new UnresolvedTitles(context, anchors.pk);
  const pacer = new Pacer();
  for (const link of links) {
    entries.push({ ...wirePosition(link), ...(await describeMeaning(link, anchors, titles)) });
    await pacer.step();
  }
  return entries;
}

function wirePosition({ kind, target, anchor, text, line, column, startByte, endByte }: OutgoingLink) {
  return { kind, target, anchor, text, line, column, start_byte: startByte, end_byte: endByte };
}

/** Maximum candidates listed for an ambiguous link. */
const MAX_CANDIDATES = 10;

type Meaning = Pick<LinkEntry, 'status' | 'canonical_target' | 'hint' | 'candidates'>;

async function describeMeaning(link: OutgoingLink, anchors: Anchors, titles: UnresolvedTitles): Promise<Meaning> {
  switch (link.state) {
    case 'resolved':
      return describeResolved(link, anchors);
    case 'unresolved':
    case 'ambiguous':
      return { status: link.state, ...titles.describe(link) };
    default:
      return { status: link.state };
  }
}

async function describeResolved(link: OutgoingLink, anchors: Anchors): Promise<Meaning> {
  const target = classifyTarget(link);
  if (target.type === 'resource') return { status: 'resolved', canonical_target: resourceUri(target.resourceId) };
  const { note, anchor } = link;
  const uri = note === null ? undefined : documentUri(note.id);
  if (anchor === null) return { status: 'resolved', ...(uri && { canonical_target: uri }) };
  const found = await anchors.find(note?.pk ?? null, anchor);
  if (found === undefined) return { status: 'stale_anchor', ...(uri && { canonical_target: uri }) };
  return { status: 'resolved', ...(uri && { canonical_target: `${uri}#${found}` }) };
}

type TitleDescription = Pick<Meaning, 'hint' | 'candidates'>;

/**
 * Describes titles that do not identify exactly one note. Each title is looked up once: a note may name it thousands of
 * times.
 */
class UnresolvedTitles {
  readonly #context: Context;
  readonly #pk: number | null;
  readonly #descriptions = new Map<string, TitleDescription>();

  constructor(context: Context, pk: number | null) {
    this.#context = context;
    this.#pk = pk;
  }

  describe(link: OutgoingLink): TitleDescription {
    const target = classifyTarget(link);
    if (target.type !== 'title') return {};
    const reference = titleReference(target.title, nameKey);
    let description = this.#descriptions.get(reference.whole);
    if (description === undefined) {
      description = link.state === 'ambiguous' ? this.#describeCandidates(target.title) : this.#describeHint(reference);
      this.#descriptions.set(reference.whole, description);
    }
    return description;
  }

  #describeCandidates(title: string): TitleDescription {
    const found = this.#context.library.store.read(({ documents, links }) =>
      documents.getMany(links.findCandidates(title, this.#pk, MAX_CANDIDATES)),
    );
    return { candidates: found.map(wirePlaced) };
  }

  /** Hints at the note that had a title before it was renamed. */
  #describeHint({ whole, name }: TitleReference): TitleDescription {
    const owner = this.#context.library.store.read(
      ({ links }) => links.findFormerOwner(whole) ?? links.findFormerOwner(name),
    );
    return owner === undefined ? {} : { hint: wireNamed(owner) };
  }
}
