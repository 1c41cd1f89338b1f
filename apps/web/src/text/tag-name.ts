/** Returns the name of a tag that was typed, without the `#` that lists show before it. */
export const readTagName = (typed: string): string => typed.trim().replace(/^#/, '').trim();
