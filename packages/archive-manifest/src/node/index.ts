export { ArchiveWriter, type ArchiveWriterOptions } from './archive-writer.js';
export { BOUNDS, type WriterBounds } from './bounds.js';
export type { ArchiveFs } from './fs.js';
export { nodeSha256 } from './hash.js';
export { STAGED_MANIFEST_PATH } from './manifest-files.js';
export type { KnownLocation } from './object-placer.js';
export { type ArchiveFolder, openArchive } from './open-archive.js';
export { type ArchiveBlob, type ArchiveSource, writeArchive } from './write-archive.js';
