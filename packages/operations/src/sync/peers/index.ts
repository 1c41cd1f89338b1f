export { deleteArtifact, getArtifact, listArtifacts, listNamespaces, putArtifact } from './artifacts.js';
export { getPeerStatus, shakeHands } from './handshake.js';
