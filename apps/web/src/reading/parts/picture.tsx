import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.js';
import { text } from '../texts.js';

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  readonly title?: string | undefined;
}

/** An image that opens in full size when clicked. */
export function Picture({ src, alt, title }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" class="picture" aria-label={text.enlarge(alt)} onClick={() => setLarge(true)}>
        <img src={src} alt={alt} title={title} loading="lazy" />
      </button>
      {isLarge && (
        <Dialog title={alt || text.image} onClose={() => setLarge(false)}>
          <div class="full-size">
            <img src={src} alt={alt} />
          </div>
          <button type="button" class="button" onClick={() => setLarge(false)}>
            {text.close}
          </button>
        </Dialog>
      )}
    </>
  );
}
