import { useEffect, useRef } from 'preact/hooks';
import { type Command, pickApplicable } from '../../commands/registry.js';
import type { NoteAction } from '../../commands/writing.js';
import type { NoteSession } from '../session.js';
import { text } from '../texts.js';
import './toolbar.css';

/** Commands of the toolbar with their drawings on a 16 by 16 grid. */
const drawings = {
  bold: 'M5 3h4a2.5 2.5 0 0 1 0 5H5zm0 5h5a2.5 2.5 0 0 1 0 5H5z',
  italic: 'M7 3h5M4 13h5M9.5 3l-3 10',
  heading2: 'M4 3v10m8-10v10M4 8h8',
  bullet: 'M6 4h8M6 8h8m-8 4h8M2.5 4h.01M2.5 8h.01m-.01 4h.01',
  task: 'M2.5 2.5h11v11h-11zM5 8l2 2 4-4.2',
  link: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
  indent: 'M2.5 3h11M7 6.5h6.5M7 9.5h6.5m-11 3.5h11M2.5 6.5l2 1.5-2 1.5',
  outdent: 'M2.5 3h11M7 6.5h6.5M7 9.5h6.5m-11 3.5h11M4.5 6.5l-2 1.5 2 1.5',
  undo: 'M5.5 3 2.5 6l3 3m-3-3H10a3.5 3.5 0 0 1 0 7H7',
  redo: 'm10.5 3 3 3-3 3m3-3H6a3.5 3.5 0 0 0 0 7h3',
  attach: 'M2.5 3h11v10h-11zm0 8 3.5-4 3 3 2-2 2.5 2.5M10 5.8h.01',
} as const satisfies Partial<Record<NoteAction, string>>;

const ids = Object.keys(drawings);

/** Buttons of the commands that format the text. They leave the focus, and with it the keyboard, in the text. */
export function Toolbar({ session }: { readonly session: NoteSession }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => followKeyboard(bar.current as HTMLDivElement), []);
  const press = ({ run }: Command) => {
    run();
    session.buffer.view.focus();
  };
  return (
    <div ref={bar} class="touch-toolbar" role="toolbar" aria-label={text.formatting}>
      {pickApplicable(ids).map((command) => (
        <button
          key={command.id}
          type="button"
          aria-label={command.title}
          title={command.title}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(command)}
        >
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d={drawings[command.id as keyof typeof drawings]} />
          </svg>
        </button>
      ))}
    </div>
  );
}

/** Keeps the toolbar above the virtual keyboard, which covers the bottom of the page. Returns a function that stops this. */
function followKeyboard(bar: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (viewport === null) return () => {};
  const place = () => {
    const covered = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    bar.style.setProperty('--keyboard', `${covered}px`);
  };
  const controller = new AbortController();
  const { signal } = controller;
  viewport.addEventListener('resize', place, { signal });
  viewport.addEventListener('scroll', place, { signal });
  place();
  return () => controller.abort();
}
