/** Title and advice for each problem with an archive, its export or its restore. */
const CODES = {
  archive_manifest_missing: ['The folder has no manifest', 'It is no archive, or its manifest.json was lost.'],
  archive_manifest_unfinished: ['The export was not finished', 'Run the export again: it goes on where it stopped.'],
  archive_manifest_malformed: ['The manifest is not JSON in UTF-8', 'Take another copy of the archive.'],
  archive_manifest_oversize: ['The manifest is larger than a manifest may be', 'Take another copy of the archive.'],
  archive_duplicate_key: ['The manifest names a field twice', 'It was written by no exporter: do not trust it.'],
  archive_schema_invalid: ['The manifest breaks a rule of the format', 'Take another copy, or export again.'],
  archive_version_unsupported: ['The archive has another version of the format', 'Use the release that wrote it.'],
  archive_capability_unsupported: ['The archive needs what this reader cannot do', 'Use a newer release.'],
  archive_capability_unknown: ['The archive has what this reader does not know', 'Nothing is needed: it is optional.'],
  archive_schema_range: ['The archive does not suit the schema of this reader', 'Use a release between its bounds.'],
  archive_commit_mismatch: ['The manifest was altered', 'Take another copy of the archive.'],
  archive_index_missing: ['An index object is missing', 'Take it from another copy: its name is its SHA-256.'],
  archive_index_size: ['An index object has another size', 'Take it from another copy: its name is its SHA-256.'],
  archive_index_digest: ['An index object was altered', 'Take it from another copy: its name is its SHA-256.'],
  archive_index_entries: ['An index object has another number of entries', 'Export again.'],
  archive_index_order: ['The index is out of order or names an object twice', 'Export again.'],
  archive_index_line: ['A line of the index breaks the format', 'Export again.'],
  archive_totals_mismatch: ['The totals do not add up', 'Export again.'],
  archive_snapshot_mismatch: [
    'The id of the snapshot is not that of what it holds',
    'Take another copy, or export again.',
  ],
  archive_path_unsafe: ['A path is not safe, or two files share it', 'Do not use this archive: it may be hostile.'],
  archive_not_regular: [
    'A file of the archive is a link, a folder or a device',
    'Move it elsewhere, or put the real folder or file in its place.',
  ],
  archive_pack_range: ['An object lies outside its pack', 'Take the pack from another copy of the archive.'],
  archive_pack_overlap: [
    'Objects of a pack overlap or are out of order',
    'Do not use this archive: it may be hostile.',
  ],
  archive_pack_oversize: ['A pack is larger than a pack may be', 'Export again.'],
  archive_pack_missing: ['A pack is missing', 'Take it from another copy: its name is its SHA-256.'],
  archive_pack_digest: ['A pack was altered', 'Take it from another copy: its name is its SHA-256.'],
  archive_pack_frame: ['A pack says something else of an object than the index', 'Export again.'],
  archive_object_missing: ['An object is missing', 'Take it from another copy: its name is its SHA-256.'],
  archive_object_size: ['An object has another size', 'Take it from another copy: its name is its SHA-256.'],
  archive_object_digest: ['An object was altered', 'Take it from another copy: its name is its SHA-256.'],
  archive_chunk_frame: ['A chunk of records breaks the format', 'Take the object from another copy.'],
  archive_chunk_digest: ['A chunk of records was altered', 'Take the object from another copy.'],
  archive_record_invalid: ['A record breaks the format', 'Export again.'],
  archive_record_order: ['Records are out of order or repeated', 'Export again.'],
  archive_count_mismatch: ['There are more or fewer records than counted', 'Export again.'],
  archive_reference_broken: ['A record names another that is not there', 'Export again.'],
  archive_id_duplicate: ['Two records have one id', 'Export again.'],
  archive_selection_mismatch: ['The archive holds something else than was selected', 'Export again.'],
  archive_extraneous: ['The folder has files that the archive does not name', 'Nothing is needed: they are not read.'],
  archive_links_differ: [
    'Links of texts are read otherwise than when they were archived',
    'Nothing is needed: a restored library has them as this release reads them.',
  ],
  archive_target_not_empty: [
    'The folder holds something else',
    'Choose an empty folder, or the folder of an archive of this library.',
  ],
  archive_target_exists: ['The library is there already and not empty', 'Restore into a new folder.'],
  archive_disk_full: ['The disk is full', 'Make room and run the command again: it goes on where it stopped.'],
  archive_limit_exceeded: ['The archive is larger than the format or this reader allows', 'Export it in parts.'],
  archive_locked: ['Another process is exporting to this folder', 'Wait for it, or end it.'],
  archive_interrupted: ['The work was stopped', 'Run the command again: it goes on where it stopped.'],
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

export const problem = (
  code: ArchiveErrorCode,
  detail: string,
  where: { path?: Problem['path']; file?: string; object?: string } = {},
): Problem => ({ path: [], ...where, code, detail });

export const failed = (...problems: readonly Problem[]) => ({ ok: false, problems }) as const;
