/** Pattern of a word: letters and digits, with inner apostrophes and hyphens. */
export const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

export const wordCount = (text: string): number => text.match(WORD)?.length ?? 0;
