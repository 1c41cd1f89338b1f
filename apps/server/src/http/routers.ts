import { Router } from 'express';

/** Number of leading segments that select a router: `/api/v1/documents`. They must be fixed in every path. */
const FIXED_SEGMENTS = 3;

/**
 * Express routers, each with the routes whose paths have the same leading segments and the same number of segments. A
 * single router would try a hundred regular expressions before it found a late route. Matching, parameters, methods and
 * errors are left to Express.
 */
export class Routers {
  /** Routers by leading segments, then by number of segments. */
  readonly #byStart = new Map<string, Router[]>();

  /**
   * Returns the router for the routes of a path.
   *
   * @param path path in the notation of Express
   * @throws TypeError when one of the leading segments is a parameter
   */
  select(path: string): Router {
    const { start, count } = splitPath(path);
    if (start.includes(':')) throw new TypeError(`${path}: the first ${FIXED_SEGMENTS} segments must be fixed`);
    const routers = this.#byStart.get(start) ?? [];
    this.#byStart.set(start, routers);
    routers[count] ??= Router({ caseSensitive: true, strict: true });
    return routers[count];
  }

  /** Returns the only router that can have a route for a request target; undefined when none can. */
  find(target: string): Router | undefined {
    const { start, count } = splitPath(target);
    return this.#byStart.get(start)?.[count];
  }

  list(): Router[] {
    return [...this.#byStart.values()].flatMap((routers) => Object.values(routers));
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
