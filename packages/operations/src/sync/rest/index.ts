export {
  connectPeer,
  type FirstConnection,
  meetPeer,
  type Patience,
  type PeerAddress,
  type PeerConnection,
} from './peer-http.js';
