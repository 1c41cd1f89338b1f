/**
 * Condition for a tag `t` with the key `k.value` and its descendants: a range of keys, since in ASCII `/` is followed
 * by `0`.
 */
export const TAG_OR_BELOW = "(t.name_key = k.value OR (t.name_key >= k.value || '/' AND t.name_key < k.value || '0'))";
