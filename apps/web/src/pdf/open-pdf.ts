import pdfFiles from 'virtual:notes-pdf-files';
import {
  getDocument,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ApiError, formatError } from '../api/api-error.js';
import { readBytes } from '../api/read-bytes.js';
import { startWorker } from '../kernel/worker.js';
import { bytes } from '../text/numbers.js';
import type { PageSize } from './pdf-page.js';
import workerUrl from './pdf-worker.js?worker&url';
import { text } from './texts.js';

/** Largest document that is opened, because the worker keeps room for all of it. */
const MAX_PDF_BYTES = 512 * 1024 * 1024;
/** Largest document that is read at once; of larger ones only the ranges needed are read. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
const RANGE_BYTES = 512 * 1024;
/** Time in which a document must open, after which it counts as damaged. */
const OPEN_MS = 30_000;
/** Time in which a closed document is freed, after which its worker is ended anyway. */
const END_MS = 2_000;
/** Most pixels of an image within a document; larger ones are left out. */
const MAX_IMAGE_PIXELS = 64 * 1024 * 1024;

interface PdfFile {
  readonly id: string;
  readonly size_bytes: number;
}

/** An open document, or the reason why it cannot be shown. */
export type OpenedPdf =
  | { readonly document: PDFDocumentProxy; readonly first: PageSize }
  | { readonly problem: string };

/**
 * Opens a PDF attachment in a worker of its own. Scripts, forms and WebAssembly are off.
 *
 * @param signal closes the document and ends the worker
 */
export async function openPdf({ id, size_bytes }: PdfFile, signal: AbortSignal): Promise<OpenedPdf> {
  if (size_bytes > MAX_PDF_BYTES) return { problem: text.tooLarge(bytes(MAX_PDF_BYTES)) };
  const thread = startWorker(workerUrl);
  const closing = new AbortController();
  signal.addEventListener('abort', () => closing.abort());
  let task: PDFDocumentLoadingTask | undefined;
  closing.signal.addEventListener('abort', () => void endDocument(task, thread));
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);
  thread.addEventListener('error', () => fail(new Error('The worker ended')));
  let timer: number | undefined;
  try {
    const source = await readSource({ id, size_bytes }, closing.signal, fail);
    timer = setTimeout(() => fail(new Error('The document did not open in time')), OPEN_MS);
    task = startLoading(source, thread);
    const document = await Promise.race([task.promise, failure]);
    const page = await Promise.race([document.getPage(1), failure]);
    const { width, height } = page.getViewport({ scale: 1 });
    return { document, first: { width, height } };
  } catch (error) {
    closing.abort();
    return { problem: describeProblem(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Frees the fonts and pages of a document, and ends its worker, which may be stuck. */
async function endDocument(task: PDFDocumentLoadingTask | undefined, thread: Worker): Promise<void> {
  const timer = setTimeout(() => thread.terminate(), END_MS);
  await task?.destroy().catch(() => undefined);
  clearTimeout(timer);
  thread.terminate();
}

type Source = { readonly data: Uint8Array } | { readonly range: PDFDataRangeTransport };

async function readSource(
  { id, size_bytes }: PdfFile,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): Promise<Source> {
  if (size_bytes <= MAX_WHOLE_BYTES) return { data: await readBytes(id, signal) };
  return { range: new RangeReader(id, size_bytes, signal, fail) };
}

/** Reads the ranges of a large document when they are needed. */
class RangeReader extends PDFDataRangeTransport {
  constructor(
    readonly id: string,
    sizeBytes: number,
    readonly signal: AbortSignal,
    readonly fail: (error: unknown) => void,
  ) {
    super(sizeBytes, null);
  }

  override requestDataRange(start: number, end: number): void {
    readBytes(this.id, this.signal, { start, end }).then((chunk) => this.onDataRange(start, chunk), this.fail);
  }
}

const startLoading = (source: Source, thread: Worker): PDFDocumentLoadingTask =>
  getDocument({
    ...source,
    worker: PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS }),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${pdfFiles}cmaps/`,
    standardFontDataUrl: `${pdfFiles}standard_fonts/`,
    wasmUrl: `${pdfFiles}wasm/`,
    maxImageSize: MAX_IMAGE_PIXELS,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
  });

function describeProblem(error: unknown): string {
  if (error instanceof ApiError) return formatError(error);
  return error instanceof PasswordException ? text.locked : text.damaged;
}
