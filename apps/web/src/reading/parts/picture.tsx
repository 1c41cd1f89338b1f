import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.js';
import { text } from '../texts.js';
import { useFailure } from './use-failure.js';

/** Size that a note gives an image: pixels, or per cent of the line for its width. */
export interface PictureSize {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

interface PictureProps extends PictureSize {
  readonly src: string;
  readonly alt: string;
  readonly title?: string | undefined;
  /** True for an image that may have no size of its own, and then would get none from the button around it. */
  readonly isScalable?: boolean;
  /** Shown instead when the browser cannot show the image. */
  readonly children?: ComponentChild;
}

/** An image that opens as large as the window allows when clicked, and on request in its actual size. */
export function Picture({ src, alt, title, width, height, isScalable = false, children }: PictureProps) {
  const [hasFailed, recordFailure] = useFailure(src);
  const [isLarge, setLarge] = useState(false);
  const [isActual, setActual] = useState(false);
  const [isShrunk, setShrunk] = useState(false);
  const open = () => {
    setActual(false);
    setShrunk(false);
    setLarge(true);
  };
  const setWidth = ({ currentTarget: image }: { readonly currentTarget: HTMLImageElement }) => {
    if (isScalable && width === undefined && height === undefined) image.style.inlineSize = `${image.naturalWidth}px`;
  };
  if (children !== undefined && hasFailed) return children;
  return (
    <>
      <button type="button" class="picture" aria-label={text.enlarge(alt)} onClick={open}>
        <img
          src={src}
          alt={alt}
          title={title}
          width={width}
          height={height}
          loading="lazy"
          onLoad={setWidth}
          onError={recordFailure}
        />
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
