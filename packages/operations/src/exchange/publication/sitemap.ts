import type { TargetFolder } from '../export/target-folder.js';
import { escapeHtml, renderTag } from '../site/html.js';
import { listPages, type Section } from '../site/outline.js';
import { getPageUrl } from '../site/page.js';

export const SITEMAP_FILE = 'sitemap.xml';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Writes a sitemap with the addresses of all pages for search engines. */
export function writeSitemap(target: TargetFolder, baseUrl: string, top: Section): void {
  const urls = [...listPages(top)].map(({ page }) =>
    renderTag('url', {}, renderTag('loc', {}, escapeHtml(getPageUrl(baseUrl, page.path)))),
  );
  const set = renderTag('urlset', { xmlns: NAMESPACE }, '\n', urls.join('\n'), '\n');
  target.write(SITEMAP_FILE, `<?xml version="1.0" encoding="UTF-8"?>\n${set}\n`);
}
