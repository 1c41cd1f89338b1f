import routes from 'virtual:notes-routes';
import type { Output } from '@notes/contract';
import { createOfflineError } from './api-error.js';
import { parseAnswer } from './parse-answer.js';

export type Uploaded = Output<'uploadResource'>;

interface UploadOptions {
  /** Receives the number of bytes sent so far. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores a file as an attachment.
 *
 * @throws ApiError
 * @throws the signal's reason when the signal aborts the upload
 */
export async function upload(file: File, { onProgress, signal }: UploadOptions): Promise<Uploaded> {
  signal.throwIfAborted();
  const [method, path] = routes.uploadResource as (typeof routes)[string];
  // `fetch` does not report upload progress.
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open(method, `${path}?${new URLSearchParams({ filename: file.name })}`);
  request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  signal.addEventListener('abort', abort);
  try {
    await new Promise<void>((resolve, reject) => {
      request.onload = () => resolve();
      request.onerror = () => reject(createOfflineError());
      request.onabort = () => reject(signal.reason);
      request.send(file);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return parseAnswer({ status: request.status, body: request.responseText });
}
