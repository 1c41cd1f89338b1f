import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const TEXTS = ['text', 'text-2', 'text-3', 'accent', 'danger', 'warn', 'ok'];
const CODE = ['code-keyword', 'code-string', 'code-literal', 'code-name'];
const SURFACES = ['bg', 'surface', 'sunken', 'accent-bg'];
const pairs = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
  ...CODE.flatMap((text) => ['surface', 'sunken'].map((surface) => [text, surface] as const)),
  ['on-accent', 'accent'] as const,
  ['text', 'mark'] as const,
];

/** Lists the pairs of tokens with less contrast than `min`, as the browser draws them. */
const listWeakPairs = (page: Page, min: number): Promise<string[]> =>
  page.evaluate(
    ([all, least]) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const probe = document.body.appendChild(document.createElement('span'));
      const luminance = (token: string) => {
        probe.style.color = `var(--${token})`;
        const canvas = context as CanvasRenderingContext2D;
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return all.flatMap(([text, surface]) => {
        const [one, other] = [luminance(text), luminance(surface)];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return contrast < least ? [`${text} on ${surface}: ${contrast.toFixed(2)}`] : [];
      });
    },
    [pairs, min] as const,
  );

const themes = ['light', 'dark'] as const;

it.each(themes)(
  'every text colour of the %s theme has a contrast of 4.5 on every surface [WEB-CONTRAST]',
  async (colorScheme) => {
    expect(await listWeakPairs(await web.openPage('#/', { colorScheme }), 4.5)).toEqual([]);
  },
);

it.each(themes)(
  'with more contrast every text colour of the %s theme has at least 7 [WEB-CONTRAST]',
  async (colorScheme) => {
    expect(await listWeakPairs(await web.openPage('#/', { colorScheme, contrast: 'more' }), 7)).toEqual([]);
  },
);
