import { type HttpBinding, hasHeadRoute, operations } from '@notes/contract';

const PREFIX = '/api/v1/sync';

/** Returns true for a target below the path of peers, existing or not. */
export function isPeerTarget(target: string): boolean {
  if (!target.startsWith(PREFIX)) return false;
  const next = target[PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}

/** Finds the operation of a method and target of peers; undefined where there is none. */
export type FindPeerRoute = (method: string, target: string) => PeerFace | undefined;
export type PeerFace = HttpBinding & Required<Pick<HttpBinding, 'access'>>;

/**
 * Creates the lookup of routes, which precedes all checks and so decides what a refusal discloses. It compares targets as
 * they were signed; the router of Express would decode them first. HEAD is supported only for operations with large
 * answers.
 */
export function createPeerRoutes(): FindPeerRoute {
  const routes = Object.values(operations).flatMap(({ http }) =>
    isPeerFace(http) ? [{ http, segments: http.path.split('/') }] : [],
  );
  return (method, target) => {
    const asked = getPath(target).split('/');
    const isHead = method === 'HEAD';
    return routes.find(
      ({ http, segments }) =>
        http.method.toUpperCase() === (isHead ? 'GET' : method) &&
        (!isHead || hasHeadRoute(http)) &&
        segments.length === asked.length &&
        segments.every((segment, at) => matchesSegment(segment, asked[at] as string)),
    )?.http;
  };
}

const SEGMENT = /^[A-Za-z0-9._~-]+$/;

const matchesSegment = (segment: string, asked: string) =>
  segment.startsWith('{') ? SEGMENT.test(asked) : segment === asked;
const isPeerFace = (http: HttpBinding | null): http is PeerFace => http?.access !== undefined;
const getPath = (target: string) => target.split('?', 1)[0] as string;
