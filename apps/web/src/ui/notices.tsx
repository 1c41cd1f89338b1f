import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { useKeptFocus } from './kept-focus.js';
import { text as words } from './texts.js';
import './notices.css';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onDismiss?: () => void;
}

const notices = signal<readonly Notice[]>([]);
const SHOWN_MS = 8_000;
let lastId = 0;

/**
 * Shows a notice for a while; screen readers announce it politely.
 *
 * @param onDismiss called when the user dismisses the notice; with this function the notice stays until it is answered
 */
export function notify(text: string, action?: Notice['action'], onDismiss?: () => void): void {
  const notice: Notice = { id: ++lastId, text, ...(action && { action }), ...(onDismiss && { onDismiss }) };
  notices.value = [...notices.value, notice];
  if (onDismiss === undefined) setTimeout(() => expire(notice.id), SHOWN_MS);
}

/** Dismisses a notice; while the pointer or focus is in it, it stays. */
function expire(id: number): void {
  if (document.getElementById(toElementId(id))?.matches(':hover, :focus-within'))
    setTimeout(() => expire(id), SHOWN_MS);
  else dismiss(id);
}

const toElementId = (id: number) => `notice-${id}`;

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Notices at the foot of the page. Focus returns to where it was when the notice that has it goes. */
export function Notices() {
  const box = useRef<HTMLDivElement>(null);
  const previous = useRef<EventTarget | null>(null);
  useKeptFocus(box, () => {
    const { current } = previous;
    const isThere = current instanceof HTMLElement && current.checkVisibility();
    (isThere ? current : document.getElementById('main'))?.focus();
  });
  const followFocus = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget as Node | null)) previous.current = relatedTarget;
  };
  return (
    <div ref={box} class="notices" role="status" onFocusIn={followFocus}>
      {notices.value.map(({ id, text, action, onDismiss }) => (
        <p key={id} id={toElementId(id)} class="notice raised fades">
          {text}
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run();
                dismiss(id);
              }}
            >
              {action.label}
            </button>
          )}
          {onDismiss && (
            <button
              type="button"
              aria-label={words.dismiss}
              title={words.dismiss}
              onClick={() => {
                onDismiss();
                dismiss(id);
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
