/**
 * Encrypted backups of a whole library: a stream of frames of known size, and the archive within it. Frames can be
 * decrypted in order or one by one.
 *
 * @packageDocumentation
 */

// Frames

export { BackupError, decryptFrame, decryptFrames, encryptBackup, frameRange } from './frames.js';
export {
  BACKUP_HEADER_LENGTH,
  type BackupContext,
  type BackupLayout,
  type BackupOpening,
  type BackupProblem,
  newBackup,
  type OpenBackup,
  openBackup,
} from './header.js';

// Archive within a backup

export { PAYLOAD_TYPE, type PayloadManifest } from './manifest.js';
export { type PayloadSink, readPayload } from './payload-reader.js';
export {
  type Asset,
  type Hasher,
  type NewHasher,
  type PayloadPlan,
  type PayloadSource,
  packAssets,
  planPayload,
  type Section,
  writePayload,
} from './payload-writer.js';
