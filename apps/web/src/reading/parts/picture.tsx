import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.js';
import { text } from '../texts.js';

/** Size that a note gives an image: pixels, or per cent of the line for its width. */
export interface PictureSize {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

interface PictureProps extends PictureSize {
  readonly src: string;
  readonly alt: string;
  readonly title?: string | undefined;
}

/** An image that opens in full size when clicked. */
export function Picture({ src, alt, title, width, height }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" class="picture" aria-label={text.enlarge(alt)} onClick={() => setLarge(true)}>
        <img src={src} alt={alt} title={title} width={width} height={height} loading="lazy" />
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
