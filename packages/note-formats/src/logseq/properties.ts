/** Properties of a page that an import reads. */
export interface PageProperties {
  readonly title?: string;
  readonly tags: readonly string[];
}

const LINE = /^(?:- )?[ \t]*([^\s:]+)::(?:[ \t]+(.*))?$/;

/**
 * Reads the properties at the start of a page, one in each line: `title:: Work/Plan`.
 *
 * @param text text of the page behind its front matter
 */
export function readPageProperties(text: string): PageProperties {
  let title: string | undefined;
  const tags: string[] = [];
  for (const line of text.replace(/^\ufeff?\s*/, '').split('\n')) {
    const [, name, value = ''] = LINE.exec(line.trimEnd()) ?? [];
    if (name === undefined) break;
    if (name.toLowerCase() === 'title' && value.trim() !== '') title = value.trim();
    if (name.toLowerCase() === 'tags') tags.push(...value.split(/[,，]/).map(removeBrackets));
  }
  return { ...(title !== undefined && { title }), tags };
}

const removeBrackets = (text: string) => text.trim().replace(/^#?\[\[(.*)\]\]$/, '$1');

const BLOCK_REFERENCE = /\(\([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)\)/gi;

/** Returns a warning about references to blocks, which stay text; none when the page has none. */
export function warnAboutBlocks(text: string): string[] {
  const count = text.match(BLOCK_REFERENCE)?.length ?? 0;
  if (count === 0) return [];
  const references = count === 1 ? 'a reference to a block ((…)) stays' : `${count} references to blocks ((…)) stay`;
  return [`${references} text. To find the block, search for the id between the parentheses`];
}
