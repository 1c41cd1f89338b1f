import { defineConfig } from 'vite';
import { bundledPlugins } from './build/bundled-plugin.js';
import { CODEMIRROR } from './build/codemirror-chunk.js';
import { commandsPlugin } from './build/commands-plugin.js';
import { compressPlugin } from './build/compress-plugin.js';
import { diagramsPlugin } from './build/diagrams-plugin.js';
import { installPlugin } from './build/install-plugin.js';
import { getNoteChunk } from './build/note-chunk.js';
import { pdfFilesPlugin } from './build/pdf-files-plugin.js';
import { preloadFontPlugin } from './build/preload-font-plugin.js';
import { preloads } from './build/preload-plugin.js';
import { routesPlugin } from './build/routes-plugin.js';
import { serviceWorkerPlugin } from './build/service-worker-plugin.js';
import { createShellChunk } from './build/shell-chunk.js';
import { toolsPlugin } from './build/tools-plugin.js';

/** Target versions, all of which support `light-dark()` and CSS nesting, so that both stay as written. */
const browsers = ['chrome125', 'firefox129', 'safari18'];

/** Chunks of code that is always needed together, whatever other code needs parts of it. */
const groups = [
  { name: createShellChunk(), priority: 1 },
  { name: 'codemirror', test: CODEMIRROR, includeDependenciesRecursively: false },
  { name: getNoteChunk, includeDependenciesRecursively: false },
];

const bundled = bundledPlugins();
const preload = preloads();

export default defineConfig({
  plugins: [
    routesPlugin(),
    toolsPlugin(),
    commandsPlugin(),
    diagramsPlugin(browsers, bundled.worker),
    pdfFilesPlugin(),
    preloadFontPlugin(),
    preload.plugin,
    installPlugin(),
    bundled.page,
    serviceWorkerPlugin(browsers),
    compressPlugin(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['@notes/source', 'browser', 'module', 'import', 'default'] },
  // Hides `isInputPending` from CodeMirror: with it CodeMirror parses for 100 ms at a stretch, otherwise only while the
  // page is idle.
  define: { 'navigator.scheduling': 'undefined' },
  worker: { format: 'es', plugins: () => [routesPlugin(), bundled.worker] },
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    modulePreload: { polyfill: false, resolveDependencies: preload.resolveDependencies },
  },
});
