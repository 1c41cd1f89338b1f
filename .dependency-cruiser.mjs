// The import diagram of ARCHITECTURE.md, as rules. Each says why it is there; each has a violating case in
// tooling/test/imports.test.ts.

const TESTS = '(\\.test\\.tsx?$|/(test|bench)/)';
const npm = (/** @type {string} */ names) => `(^|/)node_modules/(${names})/|^(${names})(/|$)`;

/** Packages that are pure throughout, and packages of which everything but these folders is. */
const PURE = '^packages/(query-language|markdown-blocks|markdown-view|link-graph|archive-manifest|sync-protocol)/src/';
const PURE_EXCEPT = '^packages/[^/]+/src/(node|suites|testing)(/|\\.ts$)';

/** What a package may import of ours, beside itself: nothing points up. */
const ALLOWED = {
  'packages/contract': 'query-language|markdown-blocks|link-graph|archive-manifest|sync-protocol',
  'packages/markdown-view': 'markdown-blocks',
  'packages/note-formats': 'markdown-blocks',
  'packages/sync-protocol': 'archive-manifest',
  'packages/storage': 'native|query-language|link-graph|sync-protocol',
  'packages/operations':
    'query-language|markdown-blocks|markdown-view|note-formats|link-graph|archive-manifest|sync-protocol|contract|storage|native',
  'apps/web': 'query-language|markdown-blocks|markdown-view|link-graph|archive-manifest|sync-protocol|contract',
  'apps/server': 'query-language|markdown-blocks|link-graph|archive-manifest|sync-protocol|contract|operations',
  'apps/cli':
    'query-language|markdown-blocks|note-formats|link-graph|archive-manifest|sync-protocol|contract|operations',
  'apps/search-sidecar': 'query-language',
};

const diagram = Object.entries(ALLOWED).map(([from, allowed]) => ({
  name: `diagram-${from.replace('/', '-')}`,
  comment: `Imports point down the diagram, so that a layer can be read, tested and replaced without those above it. ${from} may import ${allowed.replaceAll('|', ', ')}.`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: { path: '^(packages|apps)/', pathNot: [`^${from}/`, `^packages/(${allowed})/`] },
}));

export default {
  forbidden: [
    {
      name: 'no-circular',
      // A screen that is loaded later finds the rest initialised.
      comment: 'Modules in a circle can only be understood, and are only initialised correctly, all at once.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'not-to-unresolvable',
      comment:
        'An import that resolves to nothing fails at run time, and so does one of a path its package does not export.',
      severity: 'error',
      from: {},
      // What Vite makes: modules without a file, and the addresses of workers.
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?worker' },
    },
    {
      name: 'entries-only',
      comment:
        'What a package does not export is free to change, so other packages come in by its name, not by a path.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: '^(packages|apps)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'pure-stands-alone',
      comment:
        'Pure packages do not know one another: each is published, and used, by itself. (What sync and archives hash is the same canonical JSON.)',
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
        'Pure code runs in the browser as well; what needs Node lies under the ./node entry, and the suites for other implementations under ./suites.',
      severity: 'error',
      from: { path: PURE, pathNot: [TESTS, PURE_EXCEPT] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-without-dependencies',
      comment: 'The roots of these packages are promised to have no dependencies.',
      severity: 'error',
      from: { path: '^packages/(query-language|link-graph)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'contract-without-node',
      comment: 'The contract is also the web client: a Node module in it would break the browser.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-of-schemas',
      comment:
        'The table is data over schemas. Behaviour that needs another library belongs to operations or to a door.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TESTS },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        pathNot: npm('zod|@asteasolutions/zod-to-openapi'),
      },
    },
    {
      name: 'sql-in-storage',
      comment: 'Only storage speaks SQL: transactions, durability and the full-text index are kept right in one place.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/(storage|native)/', TESTS] },
      to: { path: `${npm('better-sqlite3|drizzle-orm')}|^packages/native/src/sqlite` },
    },
    {
      name: 'http-in-server',
      comment: 'Operations know no door: Express and the MCP SDK stop at the app that opens it.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^apps/server/', TESTS] },
      to: { path: npm('express|@types/express|@modelcontextprotocol/[^/]+') },
    },
    {
      name: 'no-sockets-in-packages',
      comment:
        'Notes fetches nothing by itself: only the media client does, when it is told to, and the one connection to a peer that was paired with. (`net` also holds address parsing.)',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/operations/src/(notes/media/(fetch-media|pinned-socket)|sync/rest/peer-http)\\.ts$',
          TESTS,
        ],
      },
      to: { path: '^(node:)?(http|https|http2|tls|dgram)$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-child-process',
      comment:
        'A service that starts programs turns an injected string into an injected command; only the CLI starts an editor or asks for a browser, the command `service` talks to the manager of the system, and the bundle for desktop clients starts the service.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^apps/cli/', '^apps/server/(mcpb|src/autostart)/', TESTS] },
      to: { path: '^(node:)?child_process$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-vm',
      comment: 'Running text as code is never the way to do anything here.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: TESTS },
      to: { path: '^(node:)?vm$', dependencyTypes: ['core'] },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'A devDependency is not installed with a published package. Those of apps are bundled into them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-tests-in-sources',
      comment: 'Tests and their helpers are not published, so nothing published may need them.',
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
