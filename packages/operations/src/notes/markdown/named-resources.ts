const ADDRESS = /resource:\/\/default\/resources\/(res_[0-9a-z_]{1,64})/gi;

/** Returns the ids of all attachments whose address occurs anywhere in a text, including those it links to. */
export function findResourceIds(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(ADDRESS), ([, id]) => id as string))];
}
