import type { BlockParser } from './parser.js';

export const NO_START = 0;
/** A container was opened, and the line goes on inside it. */
export const CONTAINER = 1;
/** A leaf has taken the rest of the line. */
export const LEAF = 2;

/** Looks for one construct where the line's text starts. */
export type Start = (parser: BlockParser) => typeof NO_START | typeof CONTAINER | typeof LEAF;
