import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { contentPath } from '../api/client.js';
import { bytes } from '../text/numbers.js';
import { makeVisible } from '../text/visible.js';
import { text } from './texts.js';
import './pdf-card.css';

/** Properties of a PDF attachment that its card shows. */
export interface PdfFile {
  readonly id: string;
  readonly filename: string;
  readonly mime_type: string;
  readonly size_bytes: number;
}

const PDF = /^application\/pdf\s*(?:;|$)/i;

export const isPdf = ({ mime_type }: Pick<PdfFile, 'mime_type'>): boolean => PDF.test(mime_type);

/** A PDF as a card. It opens the document in place; the viewer is loaded when it is first used. */
export function PdfCard({ file }: { readonly file: PdfFile }) {
  const { id, filename, mime_type, size_bytes } = file;
  const [isOpen, setOpen] = useState(false);
  const name = makeVisible(filename);
  return (
    <div class="pdf">
      <div class="file-card">
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>
          {mime_type} · {bytes(size_bytes)}
        </span>
        <span class="pdf-card-actions">
          <ViewButton file={file} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <a class="button" href={`${contentPath(id)}?download=true`} aria-label={text.downloadNamed(name)}>
            {text.download}
          </a>
        </span>
      </div>
      {isOpen && <LazyViewer {...file} />}
    </div>
  );
}

interface ViewButtonProps {
  readonly file: PdfFile;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens or closes the viewer beside it. */
export function ViewButton({ file: { filename }, isOpen, onToggle }: ViewButtonProps) {
  const name = makeVisible(filename);
  return (
    <button
      type="button"
      class="button"
      aria-expanded={isOpen}
      aria-label={isOpen ? text.closeNamed(name) : text.openHereNamed(name)}
      onClick={onToggle}
    >
      {isOpen ? text.close : text.openHere}
    </button>
  );
}

/** The viewer, once loaded. */
let Loaded: ComponentType<PdfFile> | undefined;

/** Shows a PDF, after loading the viewer. */
export function LazyViewer(file: PdfFile) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded === undefined ? 'loading' : 'loaded');
  useEffect(() => {
    if (Loaded !== undefined) return;
    let isMounted = true;
    const update = (next: typeof state) => isMounted && setState(next);
    import('./pdf-viewer.js').then(
      ({ PdfViewer }) => {
        Loaded = PdfViewer;
        update('loaded');
      },
      () => update('failed'),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (state === 'failed') return <p role="alert">{text.notLoaded}</p>;
  return Loaded === undefined ? <p role="status">{text.opening}</p> : <Loaded {...file} />;
}
