import type { BrowserContextOptions, Page } from 'playwright-core';

/** A phone: a narrow window and a finger. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Steps of a movement, so that the browser sees a finger and no jump. */
const STEPS = 8;

/** Moves a finger over the page; the browser decides whether that scrolls, selects or reaches the page. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await send('touchStart', [from]);
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS;
    await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await send('touchEnd', []);
  await session.detach();
}

/** Lists the visible controls that a finger of 44 pixels does not hit, a line each. Links within sentences are left out. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SIZE_PX = 44;
    /** Rounding of a layout in device pixels. */
    const TOLERANCE_PX = 0.5;
    const CONTROLS =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [role="option"], [role="button"], [role="menuitem"], [contenteditable="true"]';
    const describeElement = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.localName}.${element.className} “${name.trim().slice(0, 40)}”`;
    };
    const isInSentence = (element: Element) => {
      const parent = element.parentElement;
      if (parent === null || getComputedStyle(element).display !== 'inline') return false;
      return [...parent.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    };
    const isCovered = (element: Element) => {
      const dialog = document.querySelector('dialog[open]');
      return dialog !== null && !dialog.contains(element);
    };
    /** Size of the element together with its label and with what it draws outside of its box. */
    const isLarge = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return [element, ...labels].some((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width >= SIZE_PX - TOLERANCE_PX && height >= SIZE_PX - TOLERANCE_PX;
      });
    };
    const isHit = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y, half] = [(left + right) / 2, (top + bottom) / 2, SIZE_PX / 2 - 1];
      const points = [
        [x - half, y],
        [x + half, y],
        [x, y - half],
        [x, y + half],
      ] as const;
      return points.every(([px, py]) => {
        const hit = document.elementFromPoint(px, py);
        return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
      });
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isCovered(element) && !element.matches('.skip'))
      .filter((element) => !isInSentence(element) && !isLarge(element) && !isHit(element))
      .map(describeElement);
  });
