import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Truncated } from '../ui/states.js';
import { openPdf } from './open-pdf.js';
import type { PageSize } from './pdf-page.js';
import { MAX_PAGES, PdfPages } from './pdf-pages.js';
import { PdfSearch } from './pdf-search-field.js';
import { PdfTools } from './pdf-tools.js';
import { text } from './texts.js';
import './pdf-viewer.css';

interface PdfViewerProps {
  readonly id: string;
  readonly filename: string;
  readonly size_bytes: number;
}

interface Shown {
  readonly source: PDFDocumentProxy;
  readonly first: PageSize;
}

/** A PDF in place: its pages in a scrolled view, with tools for pages, zoom and search. */
export function PdfViewer({ id, filename, size_bytes }: PdfViewerProps) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const closing = new AbortController();
    void openPdf({ id, size_bytes }, closing.signal).then((opened) => {
      if (closing.signal.aborted) return;
      if ('problem' in opened) setProblem(opened.problem);
      else setShown({ source: opened.document, first: opened.first });
    });
    return () => {
      closing.abort();
      setShown(undefined);
      setProblem(undefined);
    };
  }, [id]);
  return (
    <section
      class="pdf-viewer"
      aria-label={text.viewer(filename)}
      aria-busy={shown === undefined && problem === undefined}
    >
      {problem !== undefined && <p role="alert">{problem}</p>}
      {shown === undefined && problem === undefined && <p role="status">{text.opening}</p>}
      {shown !== undefined && <OpenPdf {...shown} />}
    </section>
  );
}

function OpenPdf({ source, first }: Shown) {
  const scroller = useRef<HTMLElement>(null);
  const [pages, setPages] = useState<PdfPages>();
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const created = new PdfPages(scroller.current as HTMLElement, source, first, setCurrent);
    setPages(created);
    return () => created.close();
  }, [source]);
  const count = Math.min(source.numPages, MAX_PAGES);
  return (
    <>
      {pages !== undefined && (
        <div class="pdf-tools">
          <PdfTools pages={pages} current={current} count={count} />
          <PdfSearch source={source} pages={pages} current={current} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section ref={scroller} class="pdf-pages" tabIndex={0} aria-label={text.pages} />
      {source.numPages > MAX_PAGES && <Truncated>{text.pagesCut(MAX_PAGES)}</Truncated>}
    </>
  );
}
