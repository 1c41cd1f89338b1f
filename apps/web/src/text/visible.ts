/** Bidirectional controls and other invisible characters. */
const UNSEEN = /[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\p{Cc}]/gu;

/**
 * Makes a user-given name safe to display: replaces bidirectional controls and invisible characters with a visible one.
 */
export const makeVisible = (name: string): string => name.replace(UNSEEN, '\uFFFD');
