/**
 * Carriers: the interface of the untrusted storage that holds artifacts, and a carrier over the signed requests of a
 * peer. The carrier in a folder is in `/node`, and the cases that every carrier passes are in `/suites`.
 *
 * @packageDocumentation
 */

// Interface

export {
  type ArtifactEntry,
  type ArtifactPage,
  type Carrier,
  CarrierError,
  type CarrierErrorCode,
  type CarrierIdentity,
  refuseForeignCarrier,
} from './carrier.js';
export { isNamespace, MAX_PAGE_SIZE } from './names.js';

// Carrier over a peer

export type { PeerHttp, PeerHttpAnswer, PeerHttpRequest } from './peer-http.js';
export { BACKUP_RANGE_BYTES, type BackupOffer, RestBackups } from './rest-backups.js';
export { type ConnectedPeer, RestCarrier, type RestCarrierOptions } from './rest-carrier.js';
