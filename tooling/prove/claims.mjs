// @ts-check

/**
 * Amount of a run: `quick` samples every claim in minutes, `full` takes days.
 * @typedef {'quick' | 'full'} Amount
 */
/**
 * Claim of the security model that a script tests.
 * @typedef {object} Claim
 * @property {string} promise one sentence that holds when the script passes
 * @property {string} script path below the root, run by Node
 * @property {readonly string[]} [args] arguments of every run
 * @property {{ folder: string, files: readonly string[] }} [tests] test files and folders of a package, when they are the proof
 * @property {Record<Amount, readonly string[]>} amounts arguments that set the amount; `full`: of one part
 * @property {number} [parts] number of parts of a full run, for a claim that takes long
 * @property {number} [seedsOfPart] number of consecutive seeds that a part uses; 1 by default
 * @property {boolean} [takesPart] true when the script tests the share `--part 3/20` of a fixed number of points
 * @property {boolean} [isAlone] true when the script measures, so that no other claim may run at the same time
 * @property {boolean} [takesSeed] false when the script makes no random choices; true by default
 */

const RUN_TESTS = 'tooling/prove/run-tests.mjs';

/**
 * Describes a claim whose proof are test files of one package. A run in full takes ten times as many random samples.
 * @param {string} promise
 * @param {string} folder of the package
 * @param {readonly string[]} files
 * @param {{ full?: string }} [options] full: factor of the samples of a full run; 1 where nothing is sampled
 * @returns {Claim}
 */
const tests = (promise, folder, files, { full = '10' } = {}) => ({
  promise,
  script: RUN_TESTS,
  args: ['--package', folder, ...files],
  tests: { folder, files },
  amounts: { quick: [], full: ['--samples', full] },
});

/**
 * All claims by name, grouped by what they protect. `docs/pages/guide/security.md` names the claim of each promise.
 * @type {Record<string, Claim>}
 */
export const claims = {
  'power-cut-notes': {
    promise: 'A power cut at any moment loses no acknowledged note or attachment.',
    script: 'tooling/reliability/power-cut.mjs',
    amounts: { quick: ['--cuts', '40', '--writes', '60'], full: ['--cuts', '1000', '--writes', '1000'] },
  },
  'power-cut-commands': {
    promise:
      'A power cut during an import, a sync, an export or a restore damages nothing, and the repeated command completes the work.',
    script: 'tooling/reliability/power-cut-commands.mjs',
    amounts: { quick: ['--cuts', '2'], full: ['--cuts', '25'] },
    parts: 10,
  },
  'kill-service': {
    promise: 'Killing the service under load loses no acknowledged change.',
    script: 'tooling/reliability/kill-loop.mjs',
    amounts: { quick: ['--rounds', '4'], full: ['--rounds', '250'] },
    parts: 20,
  },
  'kill-uploads': {
    promise: 'Killing the service at any system call of an upload leaves the attachment complete or absent.',
    script: 'tooling/reliability/upload.mjs',
    amounts: { quick: ['--points', '2'], full: ['--points', '200'] },
    takesSeed: false,
  },
  'kill-commands': {
    promise:
      'Killing any command that writes at any system call leaves an intact library, and the repeated command completes the work.',
    script: 'tooling/reliability/kill-commands.mjs',
    amounts: { quick: ['--kills', '8'], full: ['--kills', '240'] },
    parts: 20,
  },
  'kill-maintenance': {
    promise:
      'Killing a purge or a garbage collection deletes nothing else, and the repeated command completes the work.',
    script: 'tooling/reliability/maintenance.mjs',
    amounts: { quick: ['--points', '1'], full: ['--points', '100'] },
    takesSeed: false,
  },
  'kill-archives': {
    promise: 'Killing an export or a restore leaves the earlier archive or library unchanged.',
    script: 'tooling/reliability/archive.mjs',
    amounts: { quick: ['--points', '1'], full: ['--points', '150'] },
    parts: 8,
    takesPart: true,
    takesSeed: false,
  },
  'disk-faults': {
    promise:
      'A disk that is full, read-only, slow or fails at any call loses no acknowledged change. The service answers with an error, and commands name the cause and complete their work when repeated.',
    script: 'tooling/reliability/disk-faults.mjs',
    amounts: {
      quick: ['--kinds', '3', '--points', '1', '--commands', '1', '--rounds', '2'],
      full: ['--points', 'all', '--commands', 'all', '--rounds', '10'],
    },
    parts: 100,
    takesPart: true,
  },
  'clock-jumps': tests(
    'A clock that jumps deletes nothing early and leaves no gap in a history.',
    'packages/operations',
    ['test/maintenance/clock.test.ts', 'test/maintenance/retention.test.ts'],
    { full: '1' },
  ),
  'flipped-bits-archive': {
    promise: 'Each flipped bit of an archive is reported, and such an archive is not restored.',
    script: 'tooling/reliability/bits.mjs',
    amounts: {
      quick: ['--every', '997', '--sampled', '0', '--large', '20'],
      full: ['--every', '1', '--sampled', '1', '--large', '4000'],
    },
    parts: 25,
    takesPart: true,
  },
  'flipped-bits-library': {
    promise: 'A flipped bit in the library or an attachment is reported, or changes no note.',
    script: 'tooling/reliability/library-bits.mjs',
    amounts: { quick: ['--bits', '60'], full: ['--bits', '20000'] },
  },
  'sync-histories': {
    promise: 'Devices that sync over faulty carriers converge to one state and lose no word.',
    script: 'tooling/reliability/sync.mjs',
    amounts: { quick: ['--histories', '200'], full: ['--histories', '10000', '--long-every', '10'] },
    parts: 100,
    seedsOfPart: 10_000,
  },
  'sync-mutants': tests(
    'Faults planted into the sync protocol are found by the simulated histories.',
    'packages/sync-protocol',
    ['test/sim/mutants.slow.test.ts'],
    { full: '1' },
  ),
  'sync-devices': {
    promise:
      'Real services that sync and are killed have one state in the end, and no word is readable on the carrier.',
    script: 'tooling/reliability/devices.mjs',
    amounts: {
      quick: ['--rounds', '2', '--changes', '6'],
      full: ['--rounds', '60', '--changes', '20', '--devices', '4'],
    },
  },
  'sync-services': {
    promise: 'Services that sync with each other over the network and are killed have one state in the end.',
    script: 'tooling/reliability/devices.mjs',
    args: ['--over', 'rest'],
    amounts: {
      quick: ['--rounds', '1', '--changes', '6'],
      full: ['--rounds', '60', '--changes', '20', '--devices', '4'],
    },
  },
  'lying-peers': tests(
    'A carrier or a member that lies, forges, replays, reorders or withholds gets no wrong state accepted.',
    'packages/sync-protocol',
    [
      'test/artifacts.test.ts',
      'test/backup.test.ts',
      'test/carrier',
      'test/control-model.test.ts',
      'test/control.test.ts',
      'test/hostile-operations.test.ts',
      'test/keys.test.ts',
      'test/pairing.test.ts',
      'test/recovery.test.ts',
      'test/requests.test.ts',
      'test/run',
      'test/segments.test.ts',
      'test/succession.test.ts',
    ],
  ),
  'carrier-view': tests(
    'A carrier sees rounded sizes, and which devices added the same file, but neither contents nor names.',
    'packages/sync-protocol',
    ['test/equal-files.test.ts', 'test/artifacts.test.ts'],
  ),
  'peer-interface': tests(
    'The interface for devices refuses forged, replayed, stale and unknown requests, and serves nothing else.',
    'apps/server',
    [
      'test/peer-artifacts.test.ts',
      'test/peer-backups.slow.test.ts',
      'test/peer-carrier.test.ts',
      'test/peer-door.test.ts',
      'test/peer-pairing.test.ts',
      'test/peer-replay.test.ts',
      'test/lan.test.ts',
    ],
    { full: '1' },
  ),
  'group-members': tests(
    'A pairing code admits one device, and a revoked device can read nothing that is encrypted afterwards.',
    'packages/operations',
    ['test/sync/center.test.ts', 'test/sync/members.test.ts'],
    { full: '1' },
  ),
  'recovery-code': tests(
    'A recovery code and the sync folder restore the whole library, a replaced code restores nothing, and a verification changes nothing.',
    'packages/operations',
    ['test/sync/recovery.test.ts', 'test/sync/new-folder.test.ts', 'test/sync/damage.slow.test.ts'],
    { full: '1' },
  ),
  'earlier-states': tests(
    'A library, its identity or a sync folder that was put back to an earlier state is noticed, and no text is lost.',
    'packages/operations',
    [
      'src/sync/keys/replica-keys.test.ts',
      'test/sync/carriers.test.ts',
      'test/sync/emptied-place.test.ts',
      'test/sync/put-back.test.ts',
    ],
    { full: '1' },
  ),
  'random-secrets': tests(
    'Every key, code and nonce of sync is random, has its full length and is used once.',
    'packages/operations',
    ['test/sync/random-secrets.test.ts'],
    { full: '1' },
  ),
  'web-pages': tests(
    'Pages of other sites can neither read nor change anything through the browser, and attachments run no code.',
    'apps/server',
    ['test/routes-guard.slow.test.ts', 'test/web-page.test.ts', 'test/behaviour/resource-content.test.ts'],
    { full: '1' },
  ),
  requests: tests('Any request has a documented answer, and a refused one changes nothing.', 'apps/server', [
    'test/fuzz.slow.test.ts',
    'test/mcp/hostile.test.ts',
  ]),
  'agent-reversibility': tests(
    'Every text that an agent changed or removed can be read again, whatever tools it calls.',
    'apps/server',
    ['test/mcp/undo.slow.test.ts'],
  ),
  'agent-secrets': tests('No tool returns paths, keys, parameters of jobs or notes in Trash.', 'packages/operations', [
    'test/tools/canaries.test.ts',
    'test/tools/fuzz.test.ts',
  ]),
  'private-addresses': tests(
    'No image of a note makes the service connect to this machine or its network.',
    'packages/operations',
    ['test/media/ssrf.slow.test.ts'],
    { full: '1' },
  ),
  parsers: {
    promise: 'No text, file or message stops a parser: each ends in time with a result or a documented error.',
    script: 'tooling/fuzz/main.mjs',
    amounts: { quick: ['--seconds', '2'], full: ['--seconds', '60'] },
    parts: 10,
  },
  'hostile-imports': tests(
    'No export of another program writes outside the library or expands without bounds.',
    'packages/operations',
    ['test/import/hostile.test.ts', 'test/import/attachments.test.ts', 'test/import/linked-folders.test.ts'],
    { full: '1' },
  ),
  'hostile-archives': tests(
    'No archive, however made, restores invalid notes or writes outside its target.',
    'packages/operations',
    ['test/archive/hostile-records.slow.test.ts', 'test/archive/hostile-files.test.ts'],
    { full: '1' },
  ),
  'memory-bounds': tests(
    'Large, endless and many requests leave the memory of the service within its bounds.',
    'apps/server',
    ['test/large-bodies.slow.test.ts', 'test/large-uploads.slow.test.ts', 'test/large-note.slow.test.ts'],
    { full: '1' },
  ),
  soak: {
    promise: 'Memory, open files, log and response times stay level while many clients work.',
    script: 'tooling/reliability/soak.mjs',
    amounts: { quick: ['--seconds', '25'], full: ['--seconds', '5760'] },
    parts: 5,
    isAlone: true,
  },
  'purged-text': tests(
    'A purged text is in no file of a library without sync.',
    'apps/server',
    ['test/purge-traces.test.ts'],
    {
      full: '1',
    },
  ),
  'log-without-text': tests(
    'The log has no title, text or query, and no path of a request, whatever is asked and whatever fails.',
    'apps/server',
    ['test/log-canaries.slow.test.ts', 'test/mcp/calls.test.ts', 'test/mcp/egress.test.ts'],
    { full: '1' },
  ),
  'loopback-only': tests(
    'The service listens on loopback only. A listener for other devices exists only when a setting enables it.',
    'apps/server',
    ['test/listening.test.ts', 'test/program.test.ts'],
    { full: '1' },
  ),
  'private-files': {
    promise: 'No other user can read what Notes writes: its files have the mode 0600 and its folders 0700.',
    script: 'tooling/reliability/footprint.mjs',
    args: ['--check', 'access'],
    amounts: { quick: [], full: [] },
    takesSeed: false,
  },
  'written-places': {
    promise:
      'Nothing is written outside the data directory, the folders that commands and settings name, and those for settings, temporary files and the cache.',
    script: 'tooling/reliability/footprint.mjs',
    args: ['--check', 'places'],
    amounts: { quick: [], full: [] },
    takesSeed: false,
  },
  'no-telemetry': {
    promise: 'No address outside this machine is contacted and no name is looked up, unless you ask for it.',
    script: 'tooling/reliability/footprint.mjs',
    args: ['--check', 'connections'],
    amounts: { quick: ['--idle', '5'], full: ['--idle', '900'] },
    takesSeed: false,
  },
  'readers-without-notes': {
    promise:
      'Short programs, written from the specifications alone, read every note of an archive and of a sync folder, or name what is missing.',
    script: 'tooling/prove/readers.mjs',
    amounts: {
      quick: ['--rounds', '2', '--damages', '1'],
      full: ['--rounds', '60', '--changes', '20', '--damages', '20'],
    },
  },
  'sidecar-index': {
    promise: 'After any kills of the service and the search sidecar the index matches the library.',
    script: 'tooling/reliability/sidecar.mjs',
    amounts: { quick: ['--rounds', '1'], full: ['--rounds', '20'] },
    parts: 10,
  },
  suite: {
    promise: 'The tests of this repository pass each time, also on a busy machine: a failed test is a fault.',
    script: 'tooling/prove/suite.mjs',
    amounts: { quick: ['--package', '@notes/search-engine'], full: [] },
    parts: 20,
    takesPart: true,
    isAlone: true,
    takesSeed: false,
  },
};
