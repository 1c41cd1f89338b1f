import {
  type Embedding,
  findObstacle,
  MAX_EMBED_SIZE,
  MAX_EMBEDDED_BODY,
  MAX_EMBEDS,
  type RenderedPart,
  toEmbedKey,
} from '@notes/markdown-view';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { settings } from '../../kernel/settings.js';
import { useData } from '../../kernel/use-data.js';
import { formatTitle } from '../../ui/note-link.js';
import { type AdoptBlock, buildNode } from '../page-chunk.js';
import type { ActivateBlock, BlockContext } from '../parts/block-context.js';
import { linkTable } from '../parts/link-table.js';
import { text } from '../texts.js';
import { renderEmbed } from './render-embed.js';
import './embeds.css';

interface NoteEmbedProps {
  readonly id: string;
  /** Heading or block; empty for the whole note. */
  readonly at: string;
  /** Address of the note. */
  readonly address: string;
  /** Name of the note in the source text. */
  readonly name: string;
  readonly embedding: Embedding;
  /** Activates the parts of the embedded blocks. */
  readonly activate: ActivateBlock;
}

/** A note shown within another one, with a link to it. Notes that cannot be shown here are links with the reason. */
export function NoteEmbed(props: NoteEmbedProps) {
  const { id, at, address, name, embedding } = props;
  const key = toEmbedKey(id, at);
  const obstacle = findObstacle(embedding, key);
  const hasRoom = useRoom(embedding, obstacle === undefined);
  const reason = obstacle ?? (hasRoom === false ? 'total' : undefined);
  return (
    <span class="embedded">
      {reason !== undefined && <LinkOnly address={address} name={name} reason={REASONS[reason]} />}
      {reason === undefined && hasRoom && (
        <EmbeddedNote key={key} {...props} embedding={{ ...embedding, chain: [...embedding.chain, key] }} />
      )}
    </span>
  );
}

const REASONS = {
  cycle: text.embedCycle,
  depth: text.embedDepth,
  total: text.embedTotal(MAX_EMBEDS),
  missing: text.embedMissing,
  long: text.embedLong,
  failed: text.embedFailed,
} as const;

/** Takes one of the places for embedded notes; undefined before the first effect. */
function useRoom({ total }: Embedding, isWanted: boolean): boolean | undefined {
  const [hasRoom, setRoom] = useState<boolean>();
  useLayoutEffect(() => {
    if (!isWanted) return;
    const isFree = total.count < MAX_EMBEDS;
    setRoom(isFree);
    if (!isFree) return;
    total.count += 1;
    return () => {
      total.count -= 1;
    };
  }, [total, isWanted]);
  return hasRoom;
}

interface LinkOnlyProps extends Pick<NoteEmbedProps, 'address' | 'name'> {
  readonly reason?: string | undefined;
}

const LinkOnly = ({ address, name, reason }: LinkOnlyProps) => (
  <>
    <a href={address}>{name}</a>
    {reason !== undefined && <span class="embed-reason"> {reason}</span>}
  </>
);

interface LoadedEmbed {
  readonly title: string;
  readonly part: RenderedPart | undefined;
  readonly obstacle: 'missing' | 'long' | 'failed' | undefined;
  readonly references: Pick<BlockContext, 'links' | 'resources'>;
}

const NO_REFERENCES = { links: linkTable([]), resources: new Map() };

function EmbeddedNote({ id, at, address, name, embedding, activate }: NoteEmbedProps) {
  const { breaksLines } = settings.value;
  const { value, error } = useData(`embed:${id}#${at}:${breaksLines}`, (signal) =>
    loadEmbed({ id, at, breaksLines, signal }),
  );
  const content = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (content.current === null || value?.part === undefined) return;
    const around = { ...value.references, owner: undefined, canTick: false, here: ['n', id], embedding };
    return fill(content.current, value.part, (block) => activate(block, around));
  }, [value?.part]);
  if (value === undefined)
    return (
      <span aria-busy={error === undefined}>
        <LinkOnly address={address} name={name} />
      </span>
    );
  if (value.part === undefined)
    return <LinkOnly address={address} name={name} reason={value.obstacle && REASONS[value.obstacle]} />;
  return (
    <>
      <span class="embed-title">
        <a href={address}>{at === '' ? formatTitle(value.title) : name}</a>
      </span>
      <span ref={content} class="embed-content" />
      {value.part.isTruncated && <span class="embed-reason">{text.embedCut}</span>}
    </>
  );
}

interface LoadRequest extends Pick<NoteEmbedProps, 'id' | 'at'> {
  readonly breaksLines: boolean;
  readonly signal: AbortSignal;
}

async function loadEmbed({ id, at, breaksLines, signal }: LoadRequest): Promise<LoadedEmbed> {
  const { title, body } = await call('getDocument', { document_id: id }, signal);
  if (body.length > MAX_EMBEDDED_BODY) return { title, part: undefined, obstacle: 'long', references: NO_REFERENCES };
  const options = { breaksLines, limit: MAX_EMBED_SIZE, ...(at === '' ? { title } : { at }) };
  const [answer, { outgoing }, { resources }] = await Promise.all([
    renderEmbed({ body, part: options }),
    call('listDocumentLinks', { document_id: id, direction: 'outgoing' }, signal),
    call('listDocumentResources', { document_id: id }, signal),
  ]);
  const references = { links: linkTable(outgoing), resources: new Map(resources.map((one) => [one.id, one])) };
  if (answer === 'failed') return { title, part: undefined, obstacle: 'failed', references };
  return { title, part: answer.part, obstacle: answer.part === undefined ? 'missing' : undefined, references };
}

/** Builds the blocks of a part. Returns a function that ends them. */
function fill(root: HTMLElement, { blocks }: RenderedPart, adopt: AdoptBlock): () => void {
  const releases = blocks.map(({ json }) => {
    const block = document.createElement('span');
    block.className = 'block';
    block.append(buildNode(JSON.parse(json)));
    // Anchors lead to places of the note around.
    for (const element of block.querySelectorAll('[data-anchor]')) element.removeAttribute('data-anchor');
    root.append(block);
    return adopt(block);
  });
  return () => {
    for (const release of releases) release();
    root.replaceChildren();
  };
}
