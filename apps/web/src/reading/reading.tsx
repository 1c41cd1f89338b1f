import { findAnchor } from '@notes/markdown-blocks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { NotePage } from './page.js';
import { adopt, refresh, type Surroundings } from './parts/adopt.js';
import { linkTable } from './parts/links.js';
import type { Owner } from './parts/remote-image.js';
import { Renderer } from './renderer.js';
import { text } from './texts.js';
import { isToTick } from './tick.js';
import './code.css';
import './reading.css';

interface ReadingProps {
  /** Markdown, as it is in the editor now. */
  readonly body: string;
  /** The note it is of; undefined of one that is not stored yet. */
  readonly document: Owner | undefined;
  /** The address of the note; where notes are opened when it is not said. */
  readonly here?: readonly string[] | undefined;
  /** The box of the task on a 1-based line was clicked. Without it boxes cannot be ticked. */
  readonly onTick?: ((line: number) => void) | undefined;
  /** What to scroll to: a heading's anchor or text, a `^marker`, or a 1-based line. */
  readonly at?: string | number | undefined;
}

const NO_LINKS = linkTable([]);
const NO_RESOURCES = new Map();

/** A note to be read: rendered in a worker, built from a closed list of elements. */
export function Reading({ body, document, here = document && ['n', document.id], onTick, at }: ReadingProps) {
  const root = useRef<HTMLElement>(null);
  const [isPlain, setPlain] = useState(false);
  const [shown, setShown] = useState(0);
  const around: Surroundings = { owner: document, here, ...useReferences(document?.id), canTick: onTick !== undefined };
  const latest = useRef(around);
  latest.current = around;
  const renderer = useRenderer(root, latest);
  useEffect(() => {
    renderer.current?.show(body, (rendered) => {
      setPlain(!rendered);
      setShown((count) => count + 1);
    });
  }, [body]);
  useEffect(() => {
    if (root.current !== null) refresh(root.current, latest.current);
  }, [around.owner, around.links, around.resources, around.canTick]);
  useEffect(() => {
    if (root.current !== null && shown > 0 && at !== undefined) scrollTo(root.current, at);
  }, [at, shown > 0]);
  const tick = (event: Event) => {
    const line = tickedLine(event, body);
    if (line !== undefined) onTick?.(line);
  };
  return (
    <>
      {isPlain && (
        <div class="prose">
          <p role="note">{text.notLaidOut}</p>
          <pre class="raw">{body}</pre>
        </div>
      )}
      <article ref={root} class="prose" hidden={isPlain} onChange={tick} />
    </>
  );
}

/** What the note's links lead to, and its attachments. */
function useReferences(id: string | undefined) {
  const found = useData(`references:${id}`, async (signal) => {
    if (id === undefined) return { links: NO_LINKS, resources: NO_RESOURCES };
    const [{ outgoing }, { resources }] = await Promise.all([
      call('listDocumentLinks', { document_id: id, direction: 'outgoing' }, signal),
      call('listDocumentResources', { document_id: id }, signal),
    ]);
    return { links: linkTable(outgoing), resources: new Map(resources.map((one) => [one.id, one])) };
  });
  return found.value ?? { links: NO_LINKS, resources: NO_RESOURCES };
}

interface Shower {
  show(body: string, done: (rendered: boolean) => void): void;
}

function useRenderer(root: { readonly current: HTMLElement | null }, around: { readonly current: Surroundings }) {
  const shower = useRef<Shower | undefined>(undefined);
  useEffect(() => {
    const renderer = new Renderer();
    const page = new NotePage(root.current as HTMLElement, (block) => adopt(block, around.current));
    shower.current = {
      show: (body, done) =>
        renderer.render(body, (blocks) => {
          if (blocks === undefined) return done(false);
          page.show(blocks, () => done(true));
        }),
    };
    return () => {
      renderer.close();
      page.clear();
    };
  }, []);
  return shower;
}

/** The line of the task whose box was clicked. The box stays as the note has it: the tick comes back as a change of the body. */
function tickedLine({ target }: Event, body: string): number | undefined {
  if (!(target instanceof HTMLInputElement) || target.dataset.part !== 'task') return undefined;
  const done = target.checked;
  target.checked = !done;
  const start = Number(target.closest<HTMLElement>('.block')?.dataset.start);
  const line = start + Number(target.closest<HTMLElement>('li')?.dataset.line);
  return isToTick(body, line, done) ? line : undefined;
}

/** Shows the place of a note that is laid out in `root`. */
export function scrollTo(root: HTMLElement, at: string | number): void {
  const place = typeof at === 'number' ? blockAtLine(root, at) : anchored(root, at);
  place?.scrollIntoView({ block: 'start' });
}

function anchored(root: HTMLElement, written: string): HTMLElement | undefined {
  const places = [...root.querySelectorAll<HTMLElement>('[data-anchor]')];
  const byAnchor = new Map(places.map((place) => [place.dataset.anchor as string, place]));
  const anchor = findAnchor(new Map([...byAnchor.keys()].map((key) => [key, key])), written);
  return anchor === undefined ? undefined : byAnchor.get(anchor);
}

/** The last block that begins on the line or before it. */
const blockAtLine = (root: HTMLElement, line: number): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('.block')].findLast(({ dataset }) => Number(dataset.start) <= line);
