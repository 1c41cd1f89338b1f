export { connectPeer, type PeerAddress, type PeerConnection } from './peer-http.js';
