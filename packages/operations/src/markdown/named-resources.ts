const ADDRESS = /resource:\/\/default\/resources\/(res_[0-9a-z_]{1,64})/gi;

/** Ids of the attachments whose address stands in a text, wherever: at least those that it links to. */
export function namedResources(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(ADDRESS), ([, id]) => id as string))];
}
