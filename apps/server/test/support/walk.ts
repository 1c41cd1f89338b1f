import { beforeAll, expect } from 'vitest';
import { ask, type RawRequest, sampleRequest, verdict } from './ask.js';
import { type TestService, useService } from './service.js';
import type { Sample } from './world.js';

export interface Case {
  readonly label: string;
  /** Differences from the sample's request. */
  readonly request: Partial<RawRequest>;
  /** Expected status, and the code of an error. */
  readonly expected: string;
}

export interface RouteWalk {
  readonly service: TestService;
  /** One request per route with a successful answer, on objects of its own. */
  samples: Sample[];
  /** Sends the requests of a table to every route; none may write. */
  walk(casesOf: (sample: Sample, request: RawRequest) => Case[]): Promise<void>;
}

/** Starts a service and lists its registered routes with samples. */
export function useRoutes(): RouteWalk {
  const service = useService();
  const routes: RouteWalk = {
    service,
    samples: [],
    walk: async (casesOf) => {
      const before = service.changes();
      const wrong: string[] = [];
      let asked = 0;
      for (const sample of routes.samples) {
        const request = sampleRequest(sample);
        for (const { label, request: change, expected } of casesOf(sample, request)) {
          const got = verdict(await ask(service.port, { ...request, ...change }));
          if (got !== expected) wrong.push(`${sample.method} ${sample.path}, ${label}: ${got}, not ${expected}`);
          asked += 1;
        }
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(0);
      expect(service.changes()).toBe(before);
    },
  };
  beforeAll(async () => {
    routes.samples = await service.world.samples();
  });
  return routes;
}

export const writes = ({ method }: Sample) => method !== 'GET';
export const takesJson = (sample: Sample) => writes(sample) && sample.bytes === undefined;
/** Returns true for a route that is registered only to answer 405. */
export const isRefused = ({ method, path }: Pick<Sample, 'method' | 'path'>) => path === '/mcp' && method === 'GET';
export const isWebPage = ({ path }: Sample) => path === '/';

/** Returns the headers of a request with further ones. */
export const withHeaders = (request: Pick<RawRequest, 'headers'>, headers: RawRequest['headers'] = []) => [
  ...(request.headers ?? []),
  ...headers,
];
