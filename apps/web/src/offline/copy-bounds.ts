export const MAX_COPIES = 50;
/** Maximum length of all copies together, in UTF-16 units: 5 MB. */
const MAX_LENGTH = 2_500_000;

interface Sized {
  readonly key: string;
  readonly note: { readonly title: string; readonly body: string };
}

/** Returns the keys of the copies beyond the bounds; `copies` are in the order in which they are to be kept. */
export function listExcess(copies: readonly Sized[]): string[] {
  let length = 0;
  return copies.flatMap(({ key, note }, index) => {
    length += note.title.length + note.body.length;
    return index >= MAX_COPIES || length > MAX_LENGTH ? [key] : [];
  });
}
