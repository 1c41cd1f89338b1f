import { useEffect, useState } from 'preact/hooks';
import type { PdfPages } from './pdf-pages.js';
import { text } from './texts.js';

/** Steps of zoom; at 1 a page fits the width. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const FIT = ZOOMS.indexOf(1);

interface PdfToolsProps {
  readonly pages: PdfPages;
  readonly current: number;
  readonly count: number;
}

/** Buttons and fields for the page in view and the zoom. */
export function PdfTools({ pages, current, count }: PdfToolsProps) {
  const [step, setStep] = useState(FIT);
  const zoomTo = (next: number) => {
    setStep(next);
    pages.zoom(ZOOMS[next] ?? 1);
  };
  return (
    <>
      <span class="pdf-tool-group">
        <Tool sign="‹" label={text.previousPage} disabled={current === 1} onClick={() => pages.goTo(current - 1)} />
        <PageField current={current} count={count} onPage={(page) => pages.goTo(page)} />
        <span>{text.ofPages(count)}</span>
        <Tool sign="›" label={text.nextPage} disabled={current === count} onClick={() => pages.goTo(current + 1)} />
      </span>
      <span class="pdf-tool-group">
        <Tool sign="−" label={text.zoomOut} disabled={step === 0} onClick={() => zoomTo(step - 1)} />
        <button type="button" class="button" title={text.fitWidth} onClick={() => zoomTo(FIT)}>
          <span class="visually-hidden">{text.fitWidth}</span> {text.zoom((ZOOMS[step] ?? 1) * 100)}
        </button>
        <Tool sign="+" label={text.zoomIn} disabled={step === ZOOMS.length - 1} onClick={() => zoomTo(step + 1)} />
      </span>
    </>
  );
}

interface ToolProps {
  readonly sign: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** A button with a sign. It keeps the focus when it can do no more. */
const Tool = ({ sign, label, disabled, onClick }: ToolProps) => (
  <button
    type="button"
    class="button"
    aria-label={label}
    title={label}
    aria-disabled={disabled}
    onClick={() => {
      if (!disabled) onClick();
    }}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);

interface PageFieldProps {
  readonly current: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

/** Number of the page in view. Another number opens that page when it is confirmed. */
function PageField({ current, count, onPage }: PageFieldProps) {
  const [draft, setDraft] = useState(String(current));
  useEffect(() => setDraft(String(current)), [current]);
  const confirm = () => {
    const page = Math.trunc(Number(draft));
    if (page >= 1 && page <= count) onPage(page);
    else setDraft(String(current));
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      autocomplete="off"
      aria-label={text.page}
      size={Math.max(2, String(count).length)}
      value={draft}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onChange={confirm}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') confirm();
      }}
    />
  );
}
