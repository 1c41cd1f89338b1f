import type { Router } from 'express';

/** Number of leading segments that select a group: `/api/v1/documents`. They must be fixed in every path. */
const FIXED_SEGMENTS = 3;

interface Group {
  readonly paths: Set<string>;
  router?: Router;
}

/**
 * Express routers, each with the routes whose paths have the same leading segments and the same number of segments. A
 * single router would try a hundred regular expressions before it found a late route. Matching, parameters, methods and
 * errors are left to Express. A router is made at the first request to one of its paths.
 */
export class Routers {
  readonly #create: (paths: ReadonlySet<string>) => Router;
  /** Groups by leading segments, then by number of segments. */
  readonly #byStart = new Map<string, Group[]>();

  /**
   * @param paths paths of all routes, with parameters as `{name}`
   * @param create makes the router with the routes of some paths
   * @throws TypeError when one of the leading segments of a path is a parameter
   */
  constructor(paths: Iterable<string>, create: (paths: ReadonlySet<string>) => Router) {
    this.#create = create;
    for (const path of paths) {
      const { start, count } = splitPath(path);
      if (start.includes('{')) throw new TypeError(`${path}: the first ${FIXED_SEGMENTS} segments must be fixed`);
      const groups = this.#byStart.get(start) ?? [];
      this.#byStart.set(start, groups);
      groups[count] ??= { paths: new Set() };
      groups[count].paths.add(path);
    }
  }

  /** Returns the only router that can have a route for a request target; undefined when none can. */
  find(target: string): Router | undefined {
    const { start, count } = splitPath(target);
    const group = this.#byStart.get(start)?.[count];
    return group && this.#getRouter(group);
  }

  list(): Router[] {
    return [...this.#byStart.values()].flatMap((groups) =>
      Object.values(groups).map((group) => this.#getRouter(group)),
    );
  }

  #getRouter(group: Group): Router {
    group.router ??= this.#create(group.paths);
    return group.router;
  }
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;

/** Returns the leading segments of a target, as sent, and the number of all its segments. */
function splitPath(target: string): { start: string; count: number } {
  let count = 0;
  let end = 0;
  let startEnd = -1;
  for (; end < target.length; end++) {
    const code = target.charCodeAt(end);
    if (code === QUESTION_MARK) break;
    if (code !== SLASH) continue;
    if (count === FIXED_SEGMENTS) startEnd = end;
    count += 1;
  }
  return { start: target.slice(0, startEnd === -1 ? end : startEnd), count };
}
