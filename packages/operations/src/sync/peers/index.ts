export { deleteArtifact, getArtifact, listArtifacts, listNamespaces, putArtifact } from './artifacts.js';
export { getPeerStatus, pairPeer, shakeHands } from './handshake.js';
