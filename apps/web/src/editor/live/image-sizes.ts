/** Number of images whose sizes are remembered. */
const MAX_SIZES = 2_000;

const sizes = new Map<string, readonly [width: number, height: number]>();

/** Gives images their known sizes, so that they take their space before they are loaded; learns those of others. */
export function keepImageSizes(element: HTMLElement): void {
  for (const image of element.querySelectorAll('img')) {
    const known = sizes.get(image.src);
    if (known !== undefined && !image.hasAttribute('width')) {
      image.setAttribute('width', String(known[0]));
      image.setAttribute('height', String(known[1]));
    }
    if (known === undefined) image.addEventListener('load', () => learnSize(image), { once: true });
  }
}

function learnSize({ src, naturalWidth, naturalHeight }: HTMLImageElement): void {
  if (naturalWidth === 0) return;
  sizes.set(src, [naturalWidth, naturalHeight]);
  const [oldest] = sizes.keys();
  if (sizes.size > MAX_SIZES && oldest !== undefined) sizes.delete(oldest);
}
