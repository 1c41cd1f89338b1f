import type { Page } from 'playwright-core';

/**
 * Returns texts that a page in the pseudo-locale shows in plain letters, because they come from no catalogue, or cuts
 * off, because they have no room to grow. Code, keys, sizes, contents of notes, texts with a declared language, and the
 * names `given` by the service are left out.
 */
export const findUntranslated = (page: Page, given: readonly string[]): Promise<string[]> =>
  page.evaluate((names) => {
    const LEFT_OUT =
      '.note-title, .note-details, code, kbd, pre, samp, script, style, noscript, [translate="no"], [lang]:not(html)';
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const SIZE = /\d\s[kMGT]B/g;
    const plain = (said: string) =>
      /[A-Za-z]{2}/.test(names.reduce((rest, name) => rest.replaceAll(name, ''), said.replace(SIZE, '')));
    const found: string[] = [];
    const describeElement = (element: Element) => `${element.localName}.${element.className}`;
    const isCut = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isHidden = overflowX === 'hidden' || overflowX === 'clip';
      const isMeant = textOverflow === 'ellipsis' || element.matches('.visually-hidden');
      return isHidden && !isMeant && element.scrollWidth > element.clientWidth + 1;
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (!isSeen(element) || element.closest(LEFT_OUT) !== null) continue;
      const own = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
      const attributes = ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '');
      for (const said of [...own, ...attributes])
        if (plain(said)) found.push(`${describeElement(element)}: ${said.trim()}`);
      if (own.some((text) => text.trim() !== '') && isCut(element))
        found.push(`cut: ${describeElement(element)}: ${own.join('')}`);
    }
    return [...new Set(found)];
  }, given);
