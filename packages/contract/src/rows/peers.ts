import { z } from 'zod';
import { operation, peerErrors, signedErrors } from '../operation.js';
import {
  afterName,
  artifactBytes,
  artifactClass,
  artifactName,
  artifactPage,
  handshake,
  namespacePage,
  pairingRequest,
  pairingResponse,
  peerStatus,
  storedArtifact,
} from '../schemas/peers.js';
import { id, limit } from '../schemas/primitives.js';

const replica = id('replica');
const NO_AGENT = { mcp: null, cli: null } as const;

/**
 * Operations that peers request from a service that accepts them. Only the status is for the operator of the service.
 */
export const peerRows = {
  shakeHands: operation({
    summary: 'Identify this replica and its limits, with a proof of membership.',
    input: () => z.strictObject({}),
    output: handshake,
    errors: [...signedErrors],
    http: { method: 'get', path: '/api/v1/sync/handshake', access: 'peer' },
    ...NO_AGENT,
  }),
  pairPeer: operation({
    summary: 'Join the group with a pairing code, which authenticates both sides.',
    input: () => z.strictObject(pairingRequest()),
    output: pairingResponse,
    errors: [...peerErrors, 'unauthorized'],
    http: { method: 'post', path: '/api/v1/sync/pair', access: 'code' },
    ...NO_AGENT,
  }),
  getPeerStatus: operation({
    summary: 'Show enrolled keys, limits and refused requests, without secrets.',
    input: () => z.strictObject({}),
    output: peerStatus,
    errors: [...peerErrors],
    http: { method: 'get', path: '/api/v1/sync/status', access: 'operator' },
    ...NO_AGENT,
  }),
  listNamespaces: operation({
    summary: 'List the replicas whose artifacts are stored here.',
    input: () => z.strictObject({ after: replica.optional(), limit: limit(100, 1_000) }),
    output: namespacePage,
    errors: [...signedErrors],
    http: { method: 'get', path: '/api/v1/sync/carrier/namespaces', access: 'peer' },
    ...NO_AGENT,
  }),
  listArtifacts: operation({
    summary: 'List the artifacts of a namespace (segment1) and class (segment2), by name.',
    input: () =>
      z.strictObject({
        segment1: replica,
        segment2: artifactClass(),
        after: afterName().optional(),
        limit: limit(500, 1_000),
      }),
    output: artifactPage,
    errors: [...signedErrors],
    http: { method: 'get', path: '/api/v1/sync/carrier/{segment1}/{segment2}', access: 'peer' },
    ...NO_AGENT,
  }),
  getArtifact: operation({
    summary: 'Read an artifact, or a range of it.',
    input: () => z.strictObject({ namespace: replica, class: artifactClass(), name: artifactName() }),
    output: artifactBytes,
    errors: [...signedErrors, 'range_not_satisfiable'],
    http: {
      method: 'get',
      path: '/api/v1/sync/carrier/{namespace}/{class}/{name}',
      access: 'peer',
      response: 'artifact',
      etag: 'sha256',
    },
    ...NO_AGENT,
  }),
  putArtifact: operation({
    summary: 'Store an artifact of a class (segment1) under its name (segment2), in the namespace of the signer.',
    input: () => z.strictObject({ segment1: artifactClass(), segment2: artifactName() }),
    output: storedArtifact,
    errors: [...signedErrors, 'conflict'],
    http: {
      method: 'put',
      path: '/api/v1/sync/carrier/{segment1}/{segment2}',
      access: 'peer',
      request: 'artifact',
      status: 201,
      createdField: 'created',
    },
    ...NO_AGENT,
  }),
  deleteArtifact: operation({
    summary: 'Remove an artifact of a class (segment1) by its name (segment2) from the namespace of the signer.',
    input: () => z.strictObject({ segment1: artifactClass(), segment2: artifactName() }),
    output: () => z.object({}),
    errors: [...signedErrors, 'conflict'],
    http: {
      method: 'delete',
      path: '/api/v1/sync/carrier/{segment1}/{segment2}',
      access: 'peer',
      status: 204,
      response: 'none',
    },
    ...NO_AGENT,
  }),
};
