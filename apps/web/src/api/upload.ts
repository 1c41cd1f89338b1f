import routes from 'virtual:notes-routes';
import type { ErrorCode, Output } from '@notes/contract';
import { ApiError, noAnswer } from './refusal.js';
import { text } from './texts.js';

export type Uploaded = Output<'uploadResource'>;

interface UploadOptions {
  /** Is told how many bytes have been sent. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores a file as an attachment.
 *
 * @throws ApiError; the signal's reason when that ends it
 */
export function upload(file: File, { onProgress, signal }: UploadOptions): Promise<Uploaded> {
  const [method, path] = routes.uploadResource as (typeof routes)[string];
  // Only this kind of request tells how much of it has been sent.
  const request = new XMLHttpRequest();
  request.open(method, `${path}?${new URLSearchParams({ filename: file.name })}`);
  request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  return new Promise((resolve, reject) => {
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as Uploaded);
      else reject(refusal(request));
    };
    request.onerror = () => reject(noAnswer());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function refusal({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    const { error } = JSON.parse(responseText) as { error: { code: ErrorCode; message: string } };
    return new ApiError(error.code, error.message);
  } catch {
    return new ApiError('internal_error', text.answered(status));
  }
}
