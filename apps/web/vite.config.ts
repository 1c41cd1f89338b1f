import { defineConfig } from 'vite';
import { bundledPlugins } from './build/bundled-plugin.js';
import { commandsPlugin } from './build/commands-plugin.js';
import { diagramsPlugin } from './build/diagrams-plugin.js';
import { routesPlugin } from './build/routes-plugin.js';
import { toolsPlugin } from './build/tools-plugin.js';

/** `light-dark()` and nesting as they are written. */
const browsers = ['chrome125', 'firefox129', 'safari18'];

const bundled = bundledPlugins();

export default defineConfig({
  plugins: [routesPlugin(), toolsPlugin(), commandsPlugin(), diagramsPlugin(browsers, bundled.worker), bundled.page],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['@notes/source', 'browser', 'module', 'import', 'default'] },
  // Where it can see whether keys wait, CodeMirror parses for 100 ms at a stretch; else for as long as the page is idle.
  define: { 'navigator.scheduling': 'undefined' },
  worker: { format: 'es', plugins: () => [routesPlugin(), bundled.worker] },
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
