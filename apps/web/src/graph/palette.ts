import { withColours } from '../kernel/theme.js';
import type { Palette } from './draw.js';

/** Colour tokens of distances, roots first. */
export const distanceTokens = ['--accent', '--warn', '--ok', '--text-3'] as const;

/** Returns the colours of the page and the font of an element, in canvas notation. */
export const readPalette = (host: HTMLElement): Palette =>
  withColours((colourOf) => ({
    line: colourOf('--text-3'),
    faintLine: colourOf('--line'),
    text: colourOf('--text'),
    surface: colourOf('--bg'),
    accent: colourOf('--accent'),
    distances: distanceTokens.map(colourOf),
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }));
