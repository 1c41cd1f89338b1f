/** Characters that turn the direction of what follows them, and others that cannot be seen. */
const UNSEEN = /[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\p{Cc}]/gu;

/** A name somebody gave, as it is to be shown: what would hide or turn its other characters becomes a sign of its own. */
export const visible = (name: string): string => name.replace(UNSEEN, '\uFFFD');
