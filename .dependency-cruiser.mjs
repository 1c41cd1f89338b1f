// Import diagram of ARCHITECTURE.md as rules. Each rule states its reason; tooling/test/imports.test.ts has a violating
// case for each.

const TESTS = '(\\.test\\.tsx?$|/(test|bench)/)';
const npm = (/** @type {string} */ names) => `(^|/)node_modules/(${names})/|^(${names})(/|$)`;

/** Pure packages, without the folders of PURE_EXCEPT. */
const PURE = '^packages/(query-language|markdown-blocks|markdown-view|link-graph|archive-manifest|sync-protocol)/src/';
const PURE_EXCEPT = '^packages/[^/]+/src/(node|suites|testing)(/|\\.ts$)';

/** Packages of the workspace that each package may import besides itself. */
const ALLOWED = {
  'packages/contract': 'query-language|markdown-blocks|link-graph|archive-manifest|sync-protocol',
  'packages/markdown-view': 'markdown-blocks',
  'packages/note-formats': 'markdown-blocks',
  'packages/sync-protocol': 'archive-manifest',
  'packages/search-engine': 'query-language',
  'packages/embeddings': 'search-engine',
  'packages/storage': 'native|query-language|link-graph|sync-protocol',
  'packages/operations':
    'query-language|markdown-blocks|markdown-view|note-formats|link-graph|archive-manifest|sync-protocol|search-engine|contract|storage|native',
  'apps/search-sidecar': 'query-language|search-engine|embeddings|storage|native',
  'apps/web':
    'query-language|markdown-blocks|markdown-view|note-formats|link-graph|archive-manifest|sync-protocol|contract',
  'apps/server': 'query-language|markdown-blocks|link-graph|archive-manifest|sync-protocol|contract|operations',
  'apps/cli':
    'query-language|markdown-blocks|note-formats|link-graph|archive-manifest|sync-protocol|contract|operations',
};

const diagram = Object.entries(ALLOWED).map(([from, allowed]) => ({
  name: `diagram-${from.replace('/', '-')}`,
  comment: `Imports point down the diagram, so that a layer can be read, tested and replaced without those above it. ${from} may import ${allowed.replaceAll('|', ', ') || 'no other'}.`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: { path: '^(packages|apps)/', pathNot: [`^${from}/`, `^packages/(${allowed})/`] },
}));

export default {
  forbidden: [
    {
      name: 'no-circular',
      // A dynamic import is safe in a circle: the other modules are initialised by then.
      comment:
        'Modules in a circle, even of types alone, can only be understood together, and may be used before they are initialised.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'not-to-unresolvable',
      comment:
        'An import that cannot be resolved fails at run time, and so does an import of a path that its package does not export.',
      severity: 'error',
      from: {},
      // Vite creates these: modules without a file, and the addresses of workers.
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?worker' },
    },
    {
      name: 'entries-only',
      comment:
        'Modules that a package does not export may change, so other packages import it by its name, not by a path.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: '^(packages|apps)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'pure-stands-alone',
      comment:
        'Pure packages are independent: each is published and used alone. Exception: sync-protocol uses the canonical JSON of archive-manifest.',
      severity: 'error',
      from: {
        path: '^packages/(query-language|markdown-blocks|link-graph|archive-manifest)/',
        pathNot: TESTS,
      },
      to: { path: '^(packages|apps)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'pure-without-node',
      comment:
        'Pure code also runs in the browser. Code that needs Node belongs to the ./node entry, and suites for other implementations to ./suites.',
      severity: 'error',
      from: { path: PURE, pathNot: [TESTS, PURE_EXCEPT] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-without-dependencies',
      comment: 'The root entries of these packages promise to have no dependencies.',
      severity: 'error',
      from: { path: '^packages/(query-language|link-graph)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'contract-without-node',
      comment: 'The web UI loads the contract: a module of Node in it would break the browser.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-of-schemas',
      comment:
        'The operation table contains only schemas and data. Behaviour that needs another library belongs to operations or to an interface.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        pathNot: npm('zod|@asteasolutions/zod-to-openapi'),
      },
    },
    {
      name: 'sql-in-storage',
      comment:
        'Only storage contains SQL, so that transactions, durability and the full-text index are implemented in one place.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/(storage|native)/', TESTS] },
      to: { path: `${npm('better-sqlite3|drizzle-orm')}|^packages/native/src/sqlite` },
    },
    {
      name: 'http-in-server',
      comment: 'Operations do not depend on an interface: only apps/server may use Express and the MCP SDK.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^apps/server/', TESTS] },
      to: { path: npm('express|@types/express|@modelcontextprotocol/[^/]+') },
    },
    {
      name: 'no-sockets-in-packages',
      comment:
        'Only three modules send requests: the media client, on request, the connection to a paired peer, and the client of search engines and embedding services that the settings name. (`net` is allowed because it also parses addresses.)',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/operations/src/(notes/media/(fetch-media|pinned-socket)|sync/rest/peer-http)\\.ts$',
          '^packages/search-engine/src/http/json-client\\.ts$',
          TESTS,
        ],
      },
      to: { path: '^(node:)?(http|https|http2|tls|dgram)$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-child-process',
      comment:
        'In a service that starts programs, an injected string can become an injected command. Only the CLI starts an editor or a browser, the command `service` calls the service manager, and the bundle for desktop clients starts the service.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^apps/cli/', '^apps/server/(mcpb|src/autostart)/', TESTS] },
      to: { path: '^(node:)?child_process$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-vm',
      comment:
        'Running text as code would let a note or a request run as part of the service. code-cache.ts compiles the files of the program, in place of the loader of Node.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [TESTS, '^packages/operations/src/platform/config/code-cache\\.ts$'],
      },
      to: { path: '^(node:)?vm$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-dev-dependencies',
      comment:
        'A devDependency is not installed with a published package. The devDependencies of apps are bundled into the apps.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-tests-in-sources',
      comment: 'Tests and their helpers are not published, so published code must not import them.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: TESTS },
      to: { path: `^(packages|apps)/.*${TESTS}` },
    },
    {
      name: 'no-testing-in-sources',
      comment: 'The simulator and its parts are not published, so nothing published may need them.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: [TESTS, '^packages/[^/]+/src/testing/'] },
      to: { path: '^packages/[^/]+/src/testing/' },
    },
    ...diagram,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@notes/source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
