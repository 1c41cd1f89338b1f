import { formatError } from '../api/api-error.js';
import { makeVisible } from '../text/visible.js';
import { Icon } from '../ui/icon.js';
import { text } from './texts.js';
import type { Upload } from './uploads.js';
import './uploads.css';

/** Progress of an upload, or why it failed, with its actions. */
export function UploadStatus({ upload }: { readonly upload: Upload }) {
  const state = upload.state.value;
  const { name, size } = upload.file;
  const hasFailed = state.kind === 'failed';
  const cancelLabel = hasFailed ? text.dismissNamed(name) : text.cancelNamed(name);
  return (
    <span class={hasFailed ? 'upload failed' : 'upload'}>
      <bdi>{makeVisible(name)}</bdi>
      {state.kind === 'waiting' && <span>{text.waiting}</span>}
      {state.kind === 'sending' && <Progress name={name} sent={state.sent} size={size} />}
      {hasFailed && (
        <>
          <span role="alert">{text.uploadFailed(formatError(state.error))}</span>
          <button type="button" class="button" aria-label={text.tryAgainNamed(name)} onClick={() => upload.retry()}>
            {text.tryAgain}
          </button>
        </>
      )}
      {state.kind !== 'stored' && (
        <button type="button" aria-label={cancelLabel} title={cancelLabel} onClick={() => upload.cancel()}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

interface ProgressProps {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
}

/** Limits the share to 1, because the headers count as sent too. */
function Progress({ name, sent, size }: ProgressProps) {
  const share = size === 0 ? 0 : Math.min(1, sent / size);
  return (
    <>
      <progress aria-label={text.progressOf(name)} value={share} />
      <span>{text.uploading(Math.floor(share * 100))}</span>
    </>
  );
}
