import { signal } from '@preact/signals';
import './notices.css';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const notices = signal<readonly Notice[]>([]);
const SHOWN_MS = 8_000;
let lastId = 0;

/** Shows a notice for a while; screen readers announce it politely. */
export function notify(text: string, action?: Notice['action']): void {
  const notice: Notice = { id: ++lastId, text, ...(action && { action }) };
  notices.value = [...notices.value, notice];
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function Notices() {
  return (
    <div class="notices" role="status">
      {notices.value.map(({ id, text, action }) => (
        <p key={id} class="notice raised fades">
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
        </p>
      ))}
    </div>
  );
}
