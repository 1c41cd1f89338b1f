import type { Output } from '@notes/contract';
import { type TitleReference, titleReference } from '@notes/link-graph';
import { classifyTarget } from '@notes/markdown-blocks';
import { nameKey } from '@notes/query-language';
import type { OutgoingLink } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { Pacer } from '../../platform/pacer.js';
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
  const titles = new UnsettledTitles(context, anchors.pk);
  const pacer = new Pacer();
  for (const link of links) {
    entries.push({ ...place(link), ...(await meaning(link, anchors, titles)) });
    await pacer.step();
  }
  return entries;
}

function place({ kind, target, anchor, text, line, column, startByte, endByte }: OutgoingLink) {
  return { kind, target, anchor, text, line, column, start_byte: startByte, end_byte: endByte };
}

/** Maximum candidates listed for an ambiguous link. */
const MAX_CANDIDATES = 10;

type Meaning = Pick<LinkEntry, 'status' | 'canonical_target' | 'hint' | 'candidates'>;

async function meaning(link: OutgoingLink, anchors: Anchors, titles: UnsettledTitles): Promise<Meaning> {
  switch (link.state) {
    case 'resolved':
      return resolved(link, anchors);
    case 'unresolved':
    case 'ambiguous':
      return { status: link.state, ...titles.told(link) };
    default:
      return { status: link.state };
  }
}

async function resolved(link: OutgoingLink, anchors: Anchors): Promise<Meaning> {
  const target = classifyTarget(link);
  if (target.type === 'resource') return { status: 'resolved', canonical_target: resourceUri(target.resourceId) };
  const { note, anchor } = link;
  const uri = note === null ? undefined : documentUri(note.id);
  if (anchor === null) return { status: 'resolved', ...(uri && { canonical_target: uri }) };
  const found = await anchors.find(note?.pk ?? null, anchor);
  if (found === undefined) return { status: 'stale_anchor', ...(uri && { canonical_target: uri }) };
  return { status: 'resolved', ...(uri && { canonical_target: `${uri}#${found}` }) };
}

type Told = Pick<Meaning, 'hint' | 'candidates'>;

/**
 * Describes titles that do not identify exactly one note. Each title is looked up once: a note may name it thousands of
 * times.
 */
class UnsettledTitles {
  readonly #context: Context;
  readonly #pk: number | null;
  readonly #told = new Map<string, Told>();

  constructor(context: Context, pk: number | null) {
    this.#context = context;
    this.#pk = pk;
  }

  told(link: OutgoingLink): Told {
    const target = classifyTarget(link);
    if (target.type !== 'title') return {};
    const reference = titleReference(target.title, nameKey);
    let told = this.#told.get(reference.whole);
    if (told === undefined) {
      told = link.state === 'ambiguous' ? this.#candidates(target.title) : this.#hint(reference);
      this.#told.set(reference.whole, told);
    }
    return told;
  }

  #candidates(title: string): Told {
    const found = this.#context.library.store.read(({ documents, links }) =>
      documents.getMany(links.meanings(title, this.#pk, MAX_CANDIDATES)),
    );
    return { candidates: found.map(wirePlaced) };
  }

  /** Hints at the note that had a title before it was renamed. */
  #hint({ whole, name }: TitleReference): Told {
    const owner = this.#context.library.store.read(({ links }) => links.formerOwner(whole) ?? links.formerOwner(name));
    return owner === undefined ? {} : { hint: wireNamed(owner) };
  }
}
