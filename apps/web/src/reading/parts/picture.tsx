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

/** An image that opens as large as the window allows when clicked, and on request in its actual size. */
export function Picture({ src, alt, title, width, height }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  const [isActual, setActual] = useState(false);
  const [isShrunk, setShrunk] = useState(false);
  const open = () => {
    setActual(false);
    setShrunk(false);
    setLarge(true);
  };
  return (
    <>
      <button type="button" class="picture" aria-label={text.enlarge(alt)} onClick={open}>
        <img src={src} alt={alt} title={title} width={width} height={height} loading="lazy" />
      </button>
      {isLarge && (
        <Dialog title={alt || text.image} onClose={() => setLarge(false)}>
          <div class="full-size" data-actual={isActual} tabIndex={isActual ? 0 : undefined}>
            <img
              src={src}
              alt={alt}
              onLoad={({ currentTarget: { naturalWidth, clientWidth } }) => setShrunk(naturalWidth > clientWidth)}
            />
          </div>
          {isShrunk && (
            <button type="button" class="button" onClick={() => setActual(!isActual)}>
              {isActual ? text.fitToWindow : text.actualSize}
            </button>
          )}
          <button type="button" class="button" onClick={() => setLarge(false)}>
            {text.close}
          </button>
        </Dialog>
      )}
    </>
  );
}
