import type { NoteOptions, RenderedBlock } from '@notes/markdown-view';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { settings } from '../kernel/settings.js';
import { useData } from '../kernel/use-data.js';
import { needsTick } from '../text/task-box.js';
import { outermost } from './embeds/embedding.js';
import { NotePage, type PageTarget } from './page.js';
import { pages } from './pages.js';
import { activateBlock, refresh } from './parts/adopt.js';
import type { BlockContext } from './parts/block-context.js';
import { linkTable } from './parts/link-table.js';
import type { Owner } from './parts/remote-image.js';
import { plainBlocks, Renderer } from './renderer.js';
import { selectByKey } from './select-by-key.js';
import { text } from './texts.js';
import './code.css';
import './reading.css';

interface ReadingProps {
  /** Markdown, as currently in the editor. */
  readonly body: string;
  /** Title shown above the note, which a first heading does not repeat. */
  readonly title?: string | undefined;
  /** Note the body belongs to; undefined while it is not stored. */
  readonly document: Owner | undefined;
  /** Address of the note; by default the one at which notes are opened. */
  readonly here?: readonly string[] | undefined;
  /** Called when the box of the task on a 1-based line is clicked. Without it boxes are disabled. */
  readonly onTick?: ((line: number) => void) | undefined;
  /** Location to scroll to. */
  readonly at?: PageTarget | undefined;
  /**
   * Called with the body once all of it is laid out. A long note builds elements near the visible part, and all of them
   * for printing.
   */
  readonly onRendered?: ((body: string) => void) | undefined;
}

const NO_LINKS = linkTable([]);
const NO_RESOURCES = new Map();

/** Stage of rendering: nothing of this note yet, its start, the whole, or its source text. */
type Stage = 'none' | 'head' | 'whole' | 'plain';

/** Shows a note for reading. A worker renders it, and the page creates only allowed elements. */
export function Reading({
  body,
  title,
  document,
  here = document && ['n', document.id],
  onTick,
  at,
  onRendered,
}: ReadingProps) {
  const root = useRef<HTMLElement>(null);
  const id = document?.id;
  const [reached, setReached] = useState<{ readonly id: string | undefined; readonly stage: Stage }>({
    id,
    stage: 'none',
  });
  // The content of another note stays until this one is rendered.
  const stage = reached.id === id ? reached.stage : 'none';
  const embedding = useMemo(() => outermost(id), [id]);
  const references = useReferences(id);
  const around: BlockContext = { owner: document, here, ...references, canTick: onTick !== undefined, embedding };
  const latest = useRef(around);
  latest.current = around;
  const presenter = usePresenter(root, latest);
  const { breaksLines } = settings.value;
  useEffect(() => selectByKey(root.current as HTMLElement), []);
  useEffect(() => {
    presenter.current?.show(id, body, { breaksLines, title }, (next) => {
      setReached({ id, stage: next });
      if (next === 'whole') onRendered?.(body);
    });
  }, [id, body, title, breaksLines]);
  useEffect(() => {
    if (root.current !== null) refresh(root.current, latest.current);
  }, [around.owner, around.links, around.resources, around.canTick]);
  const isShown = stage !== 'none';
  const isComplete = stage === 'whole' || stage === 'plain';
  const revealed = useRef<{ readonly id: string | undefined; readonly at: PageTarget | undefined }>({
    id,
    at: undefined,
  });
  useEffect(() => {
    if (root.current === null || !isShown || (revealed.current.id === id && revealed.current.at === at)) return;
    // The start of a long note may not contain the location yet.
    if (at === undefined || pages.get(root.current)?.reveal(at) || isComplete) revealed.current = { id, at };
  }, [id, at, isShown, isComplete]);
  const tick = (event: Event) => {
    const line = tickedLine(event, body);
    if (line !== undefined) onTick?.(line);
  };
  return (
    <>
      {stage === 'plain' && (
        <div class="reading-note">
          <p role="note">{text.layoutTimedOut}</p>
        </div>
      )}
      <article ref={root} class="prose" aria-busy={!isComplete} onChange={tick} />
      {stage === 'head' && (
        <div class="reading-note">
          <p role="status">{text.layingOutRest}</p>
        </div>
      )}
    </>
  );
}

/** Loads the targets of the note's links, and its attachments. */
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

interface Presenter {
  show(id: string | undefined, body: string, options: NoteOptions, report: (stage: Stage) => void): void;
}

function usePresenter(root: { readonly current: HTMLElement | null }, around: { readonly current: BlockContext }) {
  const presenter = useRef<Presenter | undefined>(undefined);
  useEffect(() => {
    const renderer = new Renderer();
    const element = root.current as HTMLElement;
    const page = new NotePage(element, (block) => activateBlock(block, around.current));
    pages.set(element, page);
    let wantsHead = true;
    let shownId: string | undefined;
    presenter.current = {
      show: (id, body, options, report) => {
        const present = (blocks: readonly RenderedBlock[], stage: Stage) => {
          wantsHead = false;
          page.show(blocks, () => report(stage));
          if (shownId !== undefined && shownId !== id) page.scrollToTop();
          shownId = id;
        };
        renderer.render({
          body,
          options,
          wantsHead,
          onHead: (blocks) => present(blocks, 'head'),
          onWhole: (blocks) => present(blocks ?? plainBlocks(body), blocks === undefined ? 'plain' : 'whole'),
        });
      },
    };
    return () => {
      renderer.close();
      page.close();
    };
  }, []);
  return presenter;
}

/** Returns the line of the task whose box was clicked. The box keeps its state until the change of the body arrives. */
function tickedLine({ target }: Event, body: string): number | undefined {
  if (!(target instanceof HTMLInputElement) || target.dataset.part !== 'task') return undefined;
  const done = target.checked;
  target.checked = !done;
  const start = Number(target.closest<HTMLElement>('.block')?.dataset.start);
  const line = start + Number(target.closest<HTMLElement>('li')?.dataset.line);
  return needsTick(body, line, done) ? line : undefined;
}
