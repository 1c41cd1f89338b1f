import type { Palette } from './draw.js';

/** The tokens of the distances, a root first. */
export const distanceTokens = ['--accent', '--warn', '--ok', '--text-3'] as const;

/** The colours of the page as a canvas takes them. */
export function paletteOf(host: HTMLElement): Palette {
  const probe = document.createElement('span');
  host.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    line: colour('--line'),
    text: colour('--text'),
    surface: colour('--bg'),
    accent: colour('--accent'),
    distances: distanceTokens.map(colour),
    font: `12px ${getComputedStyle(host).fontFamily}`,
  };
  probe.remove();
  return palette;
}
