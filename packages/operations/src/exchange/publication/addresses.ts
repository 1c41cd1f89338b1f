import type { TargetFolder } from '../export/target-folder.js';
import { escaped, tag } from '../site/html.js';
import { pagesOf, type Section } from '../site/outline.js';
import { addressOf } from '../site/page.js';

export const ADDRESSES = 'sitemap.xml';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Writes a sitemap with the addresses of all pages for search engines. */
export function writeAddresses(target: TargetFolder, baseUrl: string, top: Section): void {
  const urls = [...pagesOf(top)].map(({ page }) =>
    tag('url', {}, tag('loc', {}, escaped(addressOf(baseUrl, page.path)))),
  );
  const set = tag('urlset', { xmlns: NAMESPACE }, '\n', urls.join('\n'), '\n');
  target.write(ADDRESSES, `<?xml version="1.0" encoding="UTF-8"?>\n${set}\n`);
}
