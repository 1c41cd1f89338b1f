import { createHash } from 'node:crypto';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { drawIcon } from './icons.js';

interface Asset {
  readonly fileName: string;
  readonly source: Buffer | string;
}

interface Icon {
  readonly sizePx: number;
  readonly purpose: 'any' | 'maskable';
}

const ICONS: readonly Icon[] = [
  { sizePx: 192, purpose: 'any' },
  { sizePx: 512, purpose: 'any' },
  { sizePx: 512, purpose: 'maskable' },
];
/** Size of the icon that phones take from the page instead of the manifest. */
const TOUCH_ICON_PX = 180;

/** Background of the page before it is drawn, in the light theme. */
const BACKGROUND = '#fbfaf7';
/** Colours of the header in both themes; the token `surface` of `src/styles/tokens.css`. */
const SURFACES = { light: '#ffffff', dark: '#1a1c20' } as const;

const shortcuts = [
  { name: 'New note', url: '/#/new' },
  { name: 'Search', url: '/#/search' },
  { name: 'Today', url: '/#/today' },
] as const;

/** Writes the web app manifest and its icons, so that the page can be installed. */
export function installPlugin(): Plugin {
  const icons = ICONS.map(({ sizePx, purpose }) => ({
    sizePx,
    purpose,
    ...toAsset(`app-${purpose}-${sizePx}`, 'png', drawIcon(sizePx, purpose === 'maskable')),
  }));
  const touchIcon = toAsset(`app-touch-${TOUCH_ICON_PX}`, 'png', drawIcon(TOUCH_ICON_PX, true));
  const manifest = toAsset('app', 'webmanifest', JSON.stringify(buildManifest(icons), undefined, 2));
  const tags: HtmlTagDescriptor[] = [
    { tag: 'link', attrs: { rel: 'manifest', href: `/${manifest.fileName}` } },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${touchIcon.fileName}` } },
    ...Object.entries(SURFACES).map(([theme, content]) => ({
      tag: 'meta',
      attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${theme})` },
    })),
  ];
  return {
    name: 'notes-install',
    transformIndexHtml: { order: 'post', handler: (_, { bundle }) => bundle && tags },
    generateBundle() {
      for (const { fileName, source } of [...icons, touchIcon, manifest])
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

const buildManifest = (icons: readonly (Asset & Icon)[]) => ({
  id: '/',
  name: 'Notes',
  short_name: 'Notes',
  description: 'Markdown notes on your own machine',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND,
  theme_color: SURFACES.light,
  icons: icons.map(({ fileName, sizePx, purpose }) => ({
    src: `/${fileName}`,
    sizes: `${sizePx}x${sizePx}`,
    type: 'image/png',
    purpose,
  })),
  shortcuts,
});

/** Returns a file whose name contains a hash of its content, so that it can be cached forever. */
function toAsset(name: string, extension: string, source: Buffer | string): Asset {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.${extension}`, source };
}
