import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { NoteSession } from '../session.js';

/** Screens without a keyboard, and windows too narrow for one to be at hand. */
const TOUCH = '(pointer: coarse), (max-width: 640px)';

interface ToolbarProps {
  readonly session: NoteSession;
}

/** Formatting buttons above the virtual keyboard. Their code is loaded on touch screens only, when writing begins. */
export function TouchToolbar({ session }: ToolbarProps) {
  const isWriting = useWritingFocus(session);
  const [toolbar, setToolbar] = useState<{ readonly Toolbar: ComponentType<ToolbarProps> }>();
  useEffect(() => {
    if (isWriting && toolbar === undefined) void import('./toolbar.js').then(setToolbar);
  }, [isWriting, toolbar]);
  return isWriting && toolbar !== undefined ? <toolbar.Toolbar session={session} /> : null;
}

/** Returns true while the text has focus on a touch screen. */
function useWritingFocus({ buffer }: NoteSession): boolean {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    const { dom } = buffer.view;
    const touch = matchMedia(TOUCH);
    const controller = new AbortController();
    const { signal } = controller;
    const update = () => setWriting(touch.matches && buffer.view.hasFocus);
    dom.addEventListener('focusin', update, { signal });
    dom.addEventListener('focusout', () => setTimeout(update), { signal });
    touch.addEventListener('change', update, { signal });
    update();
    return () => controller.abort();
  }, [buffer]);
  return isWriting;
}
