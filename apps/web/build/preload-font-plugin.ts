import type { Plugin } from 'vite';

/** Font of the interface, in the subset that every screen needs. Other fonts load when a text asks for them. */
const FIRST = /\/inter-latin-wght-normal-[^/]*\.woff2$/;

/** Preloads the font of the interface together with the style sheet, so that text is not laid out twice. */
export function preloadFontPlugin(): Plugin {
  return {
    name: 'notes-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (bundle === undefined) return;
        const font = Object.keys(bundle).find((file) => FIRST.test(file));
        if (font === undefined) throw new Error('The bundle has no font that matches inter-latin-wght-normal');
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
