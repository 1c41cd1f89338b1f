import { type CalloutKind, calloutKinds } from '@notes/markdown-view';
import { render } from 'preact';
import { calloutName } from '../texts.js';

/** Line drawings on a 16 by 16 grid, so that no kind is told by its colour alone. */
const drawings: Readonly<Record<CalloutKind, string>> = {
  note: 'M3 13l.7-3 7-7L13 5.3l-7 7z',
  tip: 'M6.2 11.5h3.6M6.7 13.8h2.6M6.2 11.5a4.2 4.2 0 1 1 3.6 0',
  important: 'M2.5 2.5h11v8.5h-5.5l-3 2.5V11h-2.5zM8 4.8v2.6m0 1.6h.01',
  warning: 'M8 2.5l6 11H2zm0 4V10m0 1.8h.01',
  caution: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.5m0 2.2h.01',
  danger: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11m0-5.8h.01',
  question: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.3A1.8 1.8 0 1 1 8 8.3v.9m0 2.1h.01',
  quote: 'M6.5 4.5C4 5 3 7 3 11.5h3.5V8H4.7M13 4.5c-2.5.5-3.5 2.5-3.5 7H13V8h-1.8',
  todo: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.5 8.2l1.8 1.8 3.2-3.8',
};

/** Puts the icon of its kind before the title of a callout. It is named when the title does not name the kind. */
export function showCalloutIcon(callout: Element): void {
  const kind = calloutKinds.find((one) => callout.classList.contains(`callout-${one}`));
  const title = callout.firstElementChild;
  if (kind === undefined || title?.querySelector('.callout-icon') !== null) return;
  const isNamed = title.querySelector('[data-part="callout-kind"]') !== null;
  const icon = document.createElement('span');
  icon.className = 'callout-icon';
  title.prepend(icon);
  const label = isNamed ? undefined : calloutName(kind);
  render(
    <svg
      class="icon"
      viewBox="0 0 16 16"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={drawings[kind]} />
    </svg>,
    icon,
  );
}
