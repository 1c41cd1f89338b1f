import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PdfPages } from './pdf-pages.js';
import { clearMarks, findPage, markWords } from './pdf-search.js';
import { text } from './texts.js';

interface PdfSearchProps {
  readonly source: PDFDocumentProxy;
  readonly pages: PdfPages;
  readonly current: number;
}

/** Field that finds words in the document. Enter opens the next page with them. */
export function PdfSearch({ source, pages, current }: PdfSearchProps) {
  const [message, setMessage] = useState('');
  const running = useRef<AbortController>(undefined);
  const found = useRef<{ readonly words: string; readonly page: number }>(undefined);
  const stop = () => {
    running.current?.abort();
    clearMarks();
  };
  useEffect(() => stop, []);
  const find = async (words: string) => {
    stop();
    if (words.trim() === '') return setMessage('');
    const search = new AbortController();
    running.current = search;
    const { signal } = search;
    setMessage(text.searching);
    const isAgain = found.current?.words === words && found.current.page === current;
    const page = await findPage(source, words, isAgain ? current + 1 : current, signal);
    if (signal.aborted) return;
    setMessage(page === undefined ? text.notFound : text.foundOnPage(page));
    if (page === undefined) return;
    found.current = { words, page };
    pages.goTo(page);
    const layer = await pages.waitForText(page, signal);
    if (layer !== undefined) markWords(layer, words)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <span class="pdf-tool-group">
      <input
        type="search"
        aria-label={text.find}
        placeholder={text.find}
        autocomplete="off"
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') void find(currentTarget.value);
        }}
        onInput={({ currentTarget }) => {
          if (currentTarget.value === '') void find('');
        }}
      />
      <span role="status">{message}</span>
    </span>
  );
}
