/** Title and advice for each problem with an archive, its export or its restore. */
const CODES = {
  archive_manifest_missing: [
    'The folder has no manifest',
    'Choose the folder of an archive, which has a manifest.json.',
  ],
  archive_manifest_unfinished: ['The export was not finished', 'Run the export again. It resumes where it stopped.'],
  archive_manifest_malformed: ['The manifest is not JSON in UTF-8', 'Use another copy of the archive.'],
  archive_manifest_oversize: ['The manifest is too large', 'Use another copy of the archive.'],
  archive_duplicate_key: ['The manifest has a field twice', 'Do not trust this archive: no exporter writes this.'],
  archive_schema_invalid: ['The manifest is invalid', 'Use another copy of the archive, or export to another folder.'],
  archive_version_unsupported: ['The archive has another format version', 'Use the release that wrote it.'],
  archive_capability_unsupported: ['The archive needs a capability that this reader lacks', 'Use a newer release.'],
  archive_capability_unknown: ['The archive has an unknown optional capability', 'No action is needed.'],
  archive_schema_range: [
    'The archive does not support the schema of this reader',
    'Use a release with a schema that it supports.',
  ],
  archive_commit_mismatch: ['The manifest was altered', 'Use another copy of the archive.'],
  archive_index_missing: ['An index object is missing', 'Replace it with the file of the same name from another copy.'],
  archive_index_size: [
    'An index object has the wrong size',
    'Replace it with the file of the same name from another copy.',
  ],
  archive_index_digest: ['An index object was altered', 'Replace it with the file of the same name from another copy.'],
  archive_index_entries: ['An index object has the wrong number of entries', 'Export again.'],
  archive_index_order: ['The index is out of order or lists an object twice', 'Export again.'],
  archive_index_line: ['A line of the index is invalid', 'Export again.'],
  archive_totals_mismatch: ['The totals of the manifest are wrong', 'Export again.'],
  archive_snapshot_mismatch: [
    'The id of the snapshot does not match its contents',
    'Use another copy of the archive, or export again.',
  ],
  archive_path_unsafe: ['A path is unsafe, or two files share it', 'Do not use this archive: it may be hostile.'],
  archive_not_regular: [
    'A file of the archive is a link, a folder or a device',
    'Move it away, or replace it with the real file or folder.',
  ],
  archive_pack_range: ['An object is outside its pack', 'Copy the pack from another copy of the archive.'],
  archive_pack_overlap: [
    'Objects of a pack overlap or are out of order',
    'Do not use this archive: it may be hostile.',
  ],
  archive_pack_oversize: ['A pack is too large', 'Export again.'],
  archive_pack_missing: ['A pack is missing', 'Replace it with the file of the same name from another copy.'],
  archive_pack_digest: ['A pack was altered', 'Replace it with the file of the same name from another copy.'],
  archive_pack_frame: ['A pack and the index contradict each other', 'Export again.'],
  archive_object_missing: ['An object is missing', 'Replace it with the file of the same name from another copy.'],
  archive_object_size: ['An object has the wrong size', 'Replace it with the file of the same name from another copy.'],
  archive_object_digest: ['An object was altered', 'Replace it with the file of the same name from another copy.'],
  archive_chunk_frame: ['A chunk of records is invalid', 'Copy the object from another copy of the archive.'],
  archive_chunk_digest: ['A chunk of records was altered', 'Copy the object from another copy of the archive.'],
  archive_record_invalid: ['A record is invalid', 'Export again.'],
  archive_record_order: ['Records are out of order or repeated', 'Export again.'],
  archive_count_mismatch: ['The number of records is wrong', 'Export again.'],
  archive_reference_broken: ['A record refers to a missing record', 'Export again.'],
  archive_id_duplicate: ['Two records have the same id', 'Export again.'],
  archive_selection_mismatch: ['The archive does not match its selection', 'Export again.'],
  archive_extraneous: ['The folder has files that are not part of the archive', 'No action is needed.'],
  archive_links_differ: [
    'This release reads some links differently than the release that made the archive',
    'No action is needed: the restored library has the links as this release reads them.',
  ],
  archive_target_not_empty: [
    'The folder contains something else',
    'Choose an empty folder, or the folder of an archive of this library.',
  ],
  archive_target_exists: ['The library exists already and is not empty', 'Restore into a new folder.'],
  archive_disk_full: ['The disk is full', 'Free some space and run the command again. It resumes where it stopped.'],
  archive_limit_exceeded: ['The archive exceeds a limit of the format or of this reader', 'Export it in parts.'],
  archive_locked: ['Another process is exporting to this folder', 'Wait until it has finished, or stop it.'],
  archive_interrupted: ['The work was stopped', 'Run the command again. It resumes where it stopped.'],
} as const satisfies Record<string, readonly [title: string, advice: string]>;

/** Code of a problem with an archive; {@link describe} explains it. */
export type ArchiveErrorCode = keyof typeof CODES;

/** All problem codes, in a fixed order. */
export const ARCHIVE_ERROR_CODES = Object.keys(CODES) as readonly ArchiveErrorCode[];

/** Problem with an archive. It names digests, ids and positions, never content. */
export interface Problem {
  readonly code: ArchiveErrorCode;
  /** Field or line within the input: member names, indexes, the number of a line from 1. */
  readonly path: readonly (string | number)[];
  /** Path of the file within the archive, if any. */
  readonly file?: string;
  /** Digest of the object. */
  readonly object?: string;
  readonly detail: string;
}

/** Value, or the problems that prevented it. Functions with this result never throw for untrusted input. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Returns the meaning of a code and advice, for people. */
export function describe(code: ArchiveErrorCode): { title: string; advice: string } {
  const [title, advice] = CODES[code];
  return { title, advice };
}

export interface ArchiveErrorOptions extends ErrorOptions {
  /** Advice for this case, in place of the general one of {@link describe}. */
  readonly advice?: string;
}

/** Error that ends work on an archive, such as writing it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: ArchiveErrorCode;
  /** Advice, as a sentence. */
  readonly advice: string;

  constructor(code: ArchiveErrorCode, message: string, { advice, ...options }: ArchiveErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.advice = advice ?? describe(code).advice;
  }
}

export const makeProblem = (
  code: ArchiveErrorCode,
  detail: string,
  where: { path?: Problem['path']; file?: string; object?: string } = {},
): Problem => ({ path: [], ...where, code, detail });

export const failWith = (...problems: readonly Problem[]) => ({ ok: false, problems }) as const;
