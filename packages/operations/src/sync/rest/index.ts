export { connectPeer, type FirstConnection, meetPeer, type PeerAddress, type PeerConnection } from './peer-http.js';
