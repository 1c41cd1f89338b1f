import { type LibraryCheck, SCHEMA_VERSION, StorageError } from '@notes/storage';
import { type Check, type CheckResult, formatCount, ok, toWireCheck } from './check-result.js';

/** Advice for damage to the library file. */
export const RESTORE_ADVICE =
  'Stop the service, keep a copy of the data directory, and restore a backup. Notes that can still be read can be exported.';

interface CheckOptions {
  /** Compares also the full-text index with all texts, which takes about as long as building it. */
  readonly deep: boolean;
}

/** Advice for damage to the full-text index. */
const INDEX_ADVICE =
  'Searches may miss notes. Save a named note to index it again. An archive that is restored gets a new index of all notes.';

/** Checks of the library file, in the order of the report. */
const CHECKS: readonly [Check['check'], (library: LibraryCheck, options: CheckOptions) => CheckResult][] = [
  ['schema', checkSchema],
  ['pages', checkPages],
  ['references', checkReferences],
  ['search_index', checkSearchIndex],
  ['texts', checkTexts],
  ['names', checkNames],
];

/**
 * Checks the library file. A check that fails on damage is a finding, and the other checks continue. With an unknown or
 * unreadable schema no other check runs.
 */
export function runDatabaseChecks(library: LibraryCheck, options: CheckOptions): Check[] {
  const [first, ...others] = CHECKS.map(
    ([name, look]) =>
      () =>
        toWireCheck(
          name,
          catchUnreadable(() => look(library, options)),
        ),
  );
  const schemaCheck = (first as () => Check)();
  return schemaCheck.status === 'ok' ? [schemaCheck, ...others.map((look) => look())] : [schemaCheck];
}

function catchUnreadable(look: () => CheckResult): CheckResult {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof StorageError && (error.reason === 'damaged' || error.reason === 'failed'))) throw error;
    return {
      status: 'fail',
      message: 'This part of the library cannot be read completely',
      advice: RESTORE_ADVICE,
      findings: [error.message],
    };
  }
}

function checkSchema(library: LibraryCheck): CheckResult {
  const version = library.schemaVersion();
  const changed = version > SCHEMA_VERSION ? [] : library.changedDefinitions();
  if (changed.length > 0)
    return {
      status: 'fail',
      message: `Schema ${version}, with ${formatCount(changed.length, 'damaged definition')} of tables and indexes`,
      advice: RESTORE_ADVICE,
      findings: changed,
    };
  if (version === SCHEMA_VERSION) return ok(`Schema ${version}, the current one`);
  if (version < SCHEMA_VERSION)
    return ok(`Schema ${version}; the next start migrates it to ${SCHEMA_VERSION} and keeps a copy in backups`);
  const maker = library.programVersion();
  const message = `Schema ${version}${maker === null ? '' : ` of version ${maker}`}; this version of Notes reads schemas up to ${SCHEMA_VERSION}`;
  return {
    status: 'fail',
    message,
    advice: `Install Notes ${maker === null ? 'in a newer version' : `${maker} or newer`}.`,
  };
}

function checkPages(library: LibraryCheck): CheckResult {
  const findings = library.pages();
  if (findings.length === 0) return ok('Every page, row and index is intact');
  const message = `SQLite reports ${formatCount(findings.length, 'fault')} in the library file`;
  return { status: 'fail', message, advice: RESTORE_ADVICE, findings };
}

function checkReferences(library: LibraryCheck): CheckResult {
  const findings = library.danglingTables();
  if (findings.length === 0) return ok('Every reference between rows is intact');
  return { status: 'fail', message: 'Rows refer to missing rows', advice: RESTORE_ADVICE, findings };
}

function checkSearchIndex(library: LibraryCheck, { deep }: CheckOptions): CheckResult {
  const faults = library.searchIndex();
  const unindexed = library.findUnindexed();
  const surplus = library.surplusEntries();
  const isWhole = faults.length + unindexed.length + surplus === 0;
  const wrong = deep && isWhole ? library.findWronglyIndexed() : [];
  if (isWhole && wrong.length === 0) {
    const how = deep
      ? 'and has the words of every text'
      : 'and has every note; --deep compares its words with the texts';
    return ok(`The full-text index is intact ${how}`);
  }
  const findings = [...faults, ...unindexed, ...wrong, ...(surplus > 0 ? [`entries without a note: ${surplus}`] : [])];
  return { status: 'fail', message: 'The full-text index does not match the notes', advice: INDEX_ADVICE, findings };
}

function checkTexts(library: LibraryCheck): CheckResult {
  const damaged = library.damagedRevisions();
  const without = library.findWithoutRevision();
  if (damaged.length + without.length === 0) return ok('Every text matches its digest');
  const findings = [
    ...damaged.map(({ documentId, revisionId }) => `${documentId ?? 'no note'} ${revisionId}`),
    ...without.map((id) => `${id} has no current revision`),
  ];
  const message = `${formatCount(findings.length, 'text')} damaged or missing`;
  const advice = 'Compare the notes with a backup, or restore an earlier revision that is intact.';
  return { status: 'fail', message, advice, findings };
}

function checkNames(library: LibraryCheck): CheckResult {
  const findings = library.findDamagedNames();
  if (findings.length === 0) return ok('Every title, tag and name of a notebook matches its key');
  const message = `${formatCount(findings.length, 'name')} damaged`;
  const advice = 'Compare them with a backup, and write the right title or name again.';
  return { status: 'fail', message, advice, findings };
}
