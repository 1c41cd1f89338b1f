export {
  closeOnAbort,
  connectPeer,
  connectUnpinned,
  type FirstConnection,
  type PeerAddress,
  type PeerConnection,
  type PeerTimeouts,
} from './peer-http.js';
