/**
 * The condition that a tag `t` has a key `k.value` or is below the tag that has it: a range of keys, since `/` is
 * followed by `0`.
 */
export const TAG_OR_BELOW = "(t.name_key = k.value OR (t.name_key >= k.value || '/' AND t.name_key < k.value || '0'))";
