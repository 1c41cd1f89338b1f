/** Maximum number of artifacts in one page of a listing. */
export const MAX_PAGE_SIZE = 1000;

const NAMESPACE = /^rep_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Returns true when a text is a namespace, which is the id of the replica that writes it. */
export const isNamespace = (text: string) => NAMESPACE.test(text);
