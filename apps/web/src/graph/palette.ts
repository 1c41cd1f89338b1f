import { withColours } from '../app/colours.js';
import type { Palette } from './draw.js';

/** The tokens of the distances, a root first. */
export const distanceTokens = ['--accent', '--warn', '--ok', '--text-3'] as const;

/** The colours of the page, and the face of a part of it, as a canvas takes them. */
export const paletteOf = (host: HTMLElement): Palette =>
  withColours((colourOf) => ({
    line: colourOf('--text-3'),
    faintLine: colourOf('--line'),
    text: colourOf('--text'),
    surface: colourOf('--bg'),
    accent: colourOf('--accent'),
    distances: distanceTokens.map(colourOf),
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }));
