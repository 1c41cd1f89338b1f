/** Done, but something needs a look. */
export const FINDINGS = 10;
