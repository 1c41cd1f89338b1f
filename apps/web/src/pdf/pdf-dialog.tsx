import { render } from 'preact';
import { contentPath } from '../api/client.js';
import { Dialog } from '../ui/dialog.js';
import type { PdfFile } from './pdf-card.js';
import { PdfViewer } from './pdf-viewer.js';
import { text } from './texts.js';

/** Opens a PDF over the page. */
export function openPdfDialog(file: PdfFile): void {
  const host = document.createElement('div');
  document.body.append(host);
  const close = () => {
    render(null, host);
    host.remove();
  };
  render(
    <Dialog title={file.filename} onClose={close}>
      <p class="row-actions">
        <a class="button" href={`${contentPath(file.id)}?download=true`}>
          {text.download}
        </a>
      </p>
      <PdfViewer {...file} />
    </Dialog>,
    host,
  );
}
