// @ts-check

/**
 * Command that writes, with the state in which it starts. A command with an input is one line of arguments; ids stand
 * in braces and are those of the prepared state.
 * @typedef {object} WritingCommand
 * @property {string} state
 * @property {readonly string[]} words arguments after the words of the command
 * @property {string} [device] library that the command opens; `desk` by default
 * @property {string} [makes] library that the command makes instead of changing one
 * @property {string} [input] standard input
 * @property {Record<string, string>} [env]
 * @property {string} [output] folder or file that the command writes besides the library
 * @property {string} [archive] archive that the command writes
 * @property {'group' | 'jobs' | 'log' | 'settings'} [also] what the result includes beside the content of the library
 * @property {boolean} [isRepeatable] true when the command continues interrupted work, so that it may be repeated also
 *   after it has ended. Any other command does all of its work or nothing
 */

/** Environment in which every attachment without a note, and every old revision, may be deleted. */
const DELETE_AT_ONCE = { NOTES_RETENTION_UNATTACHED_DAYS: '0', NOTES_RETENTION_REVISIONS_KEEP_DAYS: '1' };
const REPEATABLE = { isRepeatable: true };

/** Writing commands by their words; a variant of a command is named in parentheses. @type {Readonly<Record<string, WritingCommand>>} */
export const WRITING_COMMANDS = {
  new: { state: 'alone', words: ['New note', '--body', 'New text [[Note 1]]', '-t', 'all', '-n', 'even'] },
  edit: { state: 'alone', words: ['Note 1', '--body', 'Edited [[Note 3]]\n\n- [ ] task\n'] },
  replace: { state: 'alone', words: ['Note 3', '--search', 'old', '--replace', 'young', '--all'] },
  append: { state: 'alone', words: ['Note 5', 'appended'] },
  prepend: { state: 'alone', words: ['Note 5', 'prepended'] },
  rm: { state: 'alone', words: ['Note 7', 'Note 9'] },
  mv: { state: 'alone', words: ['Note 1', 'Note 3', '-n', 'even'] },
  cp: { state: 'alone', words: ['Note 1', 'Note 3'] },
  revert: { state: 'alone', words: ['Note 1', '{revision}', '--yes'] },
  batch: { state: 'alone', words: ['add_tags', '--tags', 'batch', '--atomic'], input: 'Note 1\nNote 3\nNote 5\n' },
  'tag add': { state: 'alone', words: ['Note 1', 'added'] },
  'tag remove': { state: 'alone', words: ['Note 1', 'all'] },
  'tag rename': { state: 'alone', words: ['all', 'every', '--apply', '--yes'] },
  'resource add': { state: 'alone', words: ['{here}/new.bin'], ...REPEATABLE },
  'resource rm': { state: 'alone', words: ['{loose}', '--confirm', 'delete-resource:{loose}'] },
  'resource attach': { state: 'alone', words: ['Note 1', '{loose}'] },
  'resource detach': { state: 'alone', words: ['Note 11', '{second}'] },
  'resource get': { state: 'alone', words: ['{loose}', '-O', '{here}/out/got.bin'], output: 'out' },
  'notebook create': { state: 'alone', words: ['Created', '-n', 'even'] },
  'notebook rename': { state: 'alone', words: ['odd', 'strange'] },
  'notebook move': { state: 'alone', words: ['odd', '-n', 'even'] },
  'notebook rm': { state: 'alone', words: ['odd', '--yes'] },
  'saved create': { state: 'alone', words: ['Created', 'tag:all'] },
  'saved rm': { state: 'alone', words: ['Saved'] },
  'template use': { state: 'alone', words: ['Template', 'From a template', '--set', 'who=Ada'] },
  'graph report': { state: 'alone', words: ['--write-note'], ...REPEATABLE },
  'trash restore': { state: 'alone', words: ['Note 2', 'First purged'] },
  fix: { state: 'alone', words: ['--kind', 'non_canonical_link_target', '--apply', '--yes'], ...REPEATABLE },
  purge: { state: 'alone', words: ['--all-trashed', '--confirm', '{purge}'], ...REPEATABLE },
  'gc apply': { state: 'alone', words: ['--confirm', '{gc}'], env: DELETE_AT_ONCE, ...REPEATABLE },
  'retention apply': { state: 'alone', words: ['--confirm', '{retention}'], env: DELETE_AT_ONCE, ...REPEATABLE },
  import: { state: 'alone', words: ['markdown', '{here}/more', '--on-duplicate', 'update'], ...REPEATABLE },
  export: { state: 'alone', words: ['markdown', '{here}/out/notes'], output: 'out' },
  'publication build': { state: 'alone', words: ['{here}/out/site', '--tag', 'all'], output: 'out' },
  'archive export': { state: 'alone', words: ['{here}/out/archive'], archive: 'out/archive', ...REPEATABLE },
  'archive prune': {
    ...{ state: 'alone', words: ['{here}/archive', '--keep', '0', '--confirm', '{prune}'], archive: 'archive' },
    ...REPEATABLE,
  },
  'archive restore': { state: 'alone', words: ['{here}/archive', '--into-dir', '{here}/restored'], makes: 'restored' },
  'archive drill': { state: 'alone', words: ['{here}/archive'], archive: 'archive', ...REPEATABLE },
  'job cancel': { state: 'stopped', words: ['{job}'], also: 'jobs' },
  'job retry': { state: 'stopped', words: ['{job}'], ...REPEATABLE },
  'job reset': { state: 'stopped', words: ['{job}'], ...REPEATABLE },
  'config set': { state: 'alone', words: ['mcp.max_results', '20'], also: 'settings' },
  'config unset': { state: 'alone', words: ['sync.target'], also: 'settings' },
  'sync init': { state: 'alone', words: ['desk'], also: 'group' },
  'sync invite': { state: 'group', words: [], also: 'group' },
  'sync pair': { state: 'invited', words: ['{code}', 'tablet'], device: 'tablet', also: 'group', ...REPEATABLE },
  'sync run': { state: 'group', words: [], also: 'group', ...REPEATABLE },
  'sync resolve': { state: 'group', words: ['{conflict}', '--resolution', 'keep_local'], also: 'group' },
  'sync intent': { state: 'group', words: ['{attached}', 'pin'] },
  'sync permit': { state: 'group', words: ['phone'], also: 'group' },
  'sync retire': { state: 'group', words: ['phone', '--confirm', '{retire}'], also: 'group' },
  'sync revoke': { state: 'group', words: ['phone', '--confirm', '{revoke}'], also: 'group' },
  'sync recover': { state: 'group', words: ['rotate'], also: 'group' },
  'sync recover (restore)': {
    ...{ state: 'group', words: ['restore', '--code', '{recovery}', '--name', 'spare'], device: 'tablet' },
    ...{ also: 'group', ...REPEATABLE },
  },
  'sync retention apply': { state: 'compactable', words: ['--confirm', '{compact}'], also: 'log', ...REPEATABLE },
  'sync backup create': { state: 'group', words: [], also: 'group', ...REPEATABLE },
  'sync backup restore': { state: 'group', words: ['{backup}', '--into-dir', '{here}/restored'], makes: 'restored' },
  'sync backup rm': { state: 'group', words: ['{backup}'], also: 'group' },
};

/** Commands that write and are not interrupted here, with the reason. @type {Readonly<Record<string, string>>} */
export const UNTRIED_COMMANDS = {
  'media localize': 'it fetches images from other machines, and private addresses are refused',
  reindex: 'it asks the search sidecar, whose kills `sidecar-index` tests',
  'sync backup request': 'it fetches from the service of another device, whose kills `sync-services` tests',
};

/** Commands that only read. @type {readonly string[]} */
export const READING_COMMANDS = [
  ...['cat', 'search', 'tasks', 'history', 'diff', 'lint', 'doctor', 'status', 'open', 'completion', '__complete'],
  ...['man', 'tag list', 'saved list', 'notebook list', 'notebook tree', 'template list', 'template show'],
  ...['trash list', 'resource info', 'resource report', 'gc report', 'retention report', 'select plan', 'query run'],
  ...['link check', 'link resolve', 'link suggest', 'graph path', 'graph show', 'media check', 'media policy'],
  ...['media scan', 'job list', 'job status', 'job watch', 'archive inspect', 'archive verify', 'publication plan'],
  ...['sync status', 'sync plan', 'sync conflict', 'sync conflicts', 'sync retention', 'sync backup list'],
  ...['sync backup inspect', 'config list', 'config get', 'config path', 'mcp config', 'mcp stdio', 'mcp tools'],
];

/** Words before another name of a command: `job start import` runs `import`. */
export const ALIAS_PREFIX = 'job start ';

/** Returns the words of a command without the name of its variant. */
export const getCommandWords = (/** @type {string} */ name) => name.replace(/ \(.*\)$/, '');
