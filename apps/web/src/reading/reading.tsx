import type { NoteOptions, RenderedBlock } from '@notes/markdown-view';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { settings } from '../kernel/settings.js';
import { useData } from '../kernel/use-data.js';
import { needsTick } from '../text/task-box.js';
import { outermost } from './embeds/embedding.js';
import { NotePage } from './page.js';
import { pages } from './pages.js';
import { activateBlock, refresh } from './parts/adopt.js';
import type { BlockContext } from './parts/block-context.js';
import { linkTable } from './parts/links.js';
import type { Owner } from './parts/remote-image.js';
import { plainBlocks, Renderer } from './renderer.js';
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
  /** Location to scroll to: a heading's anchor or text, a `^marker`, or a 1-based line. */
  readonly at?: string | number | undefined;
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
  const [stage, setStage] = useState<Stage>('none');
  const embedding = useMemo(() => outermost(document?.id), [document?.id]);
  const references = useReferences(document?.id);
  const around: BlockContext = { owner: document, here, ...references, canTick: onTick !== undefined, embedding };
  const latest = useRef(around);
  latest.current = around;
  const presenter = usePresenter(root, latest);
  const { breaksLines } = settings.value;
  useEffect(() => {
    presenter.current?.show(body, { breaksLines, title }, (next) => {
      setStage(next);
      if (next === 'whole') onRendered?.(body);
    });
  }, [body, title, breaksLines]);
  useEffect(() => {
    if (root.current !== null) refresh(root.current, latest.current);
  }, [around.owner, around.links, around.resources, around.canTick]);
  const isShown = stage !== 'none';
  const isComplete = stage === 'whole' || stage === 'plain';
  const revealed = useRef<string | number | undefined>(undefined);
  useEffect(() => {
    if (root.current === null || !isShown || revealed.current === at) return;
    // The start of a long note may not contain the location yet.
    if (at === undefined || pages.get(root.current)?.reveal(at) || isComplete) revealed.current = at;
  }, [at, isShown, isComplete]);
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
  show(body: string, options: NoteOptions, report: (stage: Stage) => void): void;
}

function usePresenter(root: { readonly current: HTMLElement | null }, around: { readonly current: BlockContext }) {
  const presenter = useRef<Presenter | undefined>(undefined);
  useEffect(() => {
    const renderer = new Renderer();
    const element = root.current as HTMLElement;
    const page = new NotePage(element, (block) => activateBlock(block, around.current));
    pages.set(element, page);
    let wantsHead = true;
    const present = (blocks: readonly RenderedBlock[], stage: Stage, report: (stage: Stage) => void) => {
      wantsHead = false;
      page.show(blocks, () => report(stage));
    };
    presenter.current = {
      show: (body, options, report) =>
        renderer.render({
          body,
          options,
          wantsHead,
          onHead: (blocks) => present(blocks, 'head', report),
          onWhole: (blocks) => present(blocks ?? plainBlocks(body), blocks === undefined ? 'plain' : 'whole', report),
        }),
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
