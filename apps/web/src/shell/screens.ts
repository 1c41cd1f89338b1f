import { recordOffline, whenOnline } from '../kernel/connection.js';
import { go, leaveTextField, type PageLocation, splitPath } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import type { ScreenModule } from './screen-module.js';

interface Route {
  /** Path segments; a segment that begins with a colon matches any. */
  readonly pattern: readonly string[];
  /** `workspace`: beside the list of notes; `full`: the full width. */
  readonly frame: 'workspace' | 'full';
  /** Title of the browser tab until the screen sets a more exact one. */
  readonly title: string;
  readonly load: () => Promise<ScreenModule>;
  /** The module once loaded, so that the screen is shown in the same task as its address changes. */
  readonly loaded: () => ScreenModule | undefined;
}

function route(pattern: string, frame: Route['frame'], title: string, load: Route['load']): Route {
  let module: ScreenModule | undefined;
  return {
    pattern: splitPath(pattern),
    frame,
    title,
    load: async () => {
      module ??= await load();
      return module;
    },
    loaded: () => module,
  };
}

/** All routes of the page, the more specific first. Each screen is loaded when it is first visited. */
export const routes: readonly Route[] = [
  route('', 'workspace', text.titleAll, () => import('../screens/scope.js')),
  route('search', 'workspace', text.titleSearch, () => import('../screens/search.js')),
  route('new', 'workspace', text.newNote, () => import('../screens/note.js')),
  route('n/:doc/conflict', 'full', text.titleConflict, () => import('../screens/conflict.js')),
  route('n/:doc', 'workspace', text.titleNote, () => import('../screens/note.js')),
  route('nb/:id', 'workspace', text.titleNotebook, () => import('../screens/notebook.js')),
  route('tags', 'full', text.tags, () => import('../screens/tags.js')),
  route('tasks', 'full', text.tasks, () => import('../screens/tasks.js')),
  route('today', 'full', text.today, () => import('../screens/today.js')),
  route('calendar', 'full', text.calendar, () => import('../screens/calendar.js')),
  route('templates', 'full', text.templates, () => import('../screens/templates.js')),
  route('trash', 'workspace', text.trash, () => import('../screens/trash.js')),
  route('trash/:doc', 'workspace', text.trash, () => import('../screens/trashed-note.js')),
  route('n/:doc/history', 'full', text.titleHistory, () => import('../screens/history.js')),
  route('graph', 'full', text.graph, () => import('../screens/graph.js')),
  route('graph/path', 'full', text.graph, () => import('../screens/graph-path.js')),
  route('graph/report', 'full', text.graph, () => import('../screens/graph-report.js')),
  route('attachments', 'full', text.attachments, () => import('../screens/attachments.js')),
  route('attachments/usage', 'full', text.attachments, () => import('../screens/attachments-usage.js')),
  route('health', 'full', text.health, () => import('../screens/health-lint.js')),
  route('health/lint', 'full', text.health, () => import('../screens/health-lint.js')),
  route('health/gc', 'full', text.health, () => import('../screens/health-gc.js')),
  route('plan', 'full', text.titlePlan, () => import('../screens/plan.js')),
  route('jobs', 'full', text.jobs, () => import('../screens/jobs.js')),
  route('jobs/:id', 'full', text.jobs, () => import('../screens/job.js')),
  route('media', 'full', text.titleMedia, () => import('../screens/media.js')),
  route('settings', 'full', text.settings, () => import('../screens/settings.js')),
  route('settings/:tab', 'full', text.settings, () => import('../screens/settings.js')),
  route('sync', 'full', text.sync, () => import('../screens/sync.js')),
  route('sync/:part', 'full', text.sync, () => import('../screens/sync.js')),
  route('sync/conflicts/:id', 'full', text.titleConflict, () => import('../screens/sync-conflict.js')),
];

/** Returns the route that matches a location; undefined when there is none. */
export function findRoute({ segments }: PageLocation): Route | undefined {
  return routes.find(
    ({ pattern }) =>
      pattern.length === segments.length &&
      pattern.every((segment, index) => segment.startsWith(':') || segment === segments[index]),
  );
}

/**
 * Loads the screen of a location. While the service is unreachable, waits for it. Returns undefined for an unknown
 * location.
 *
 * @throws when a reachable service does not have the module, because it now serves another version
 */
export async function loadScreen(pageLocation: PageLocation): Promise<ScreenModule | undefined> {
  const route = findRoute(pageLocation);
  try {
    return await route?.load();
  } catch {
    await new Promise<void>((resolve) => {
      const stop = whenOnline(() => {
        queueMicrotask(() => stop());
        resolve();
      });
      recordOffline();
    });
    return route?.load();
  }
}

/** Loads a screen, then goes to it. If the address changed first, the current screen could request deleted data. */
export async function goWhenLoaded(segments: readonly string[]): Promise<void> {
  leaveTextField(segments);
  await loadScreen({ segments, query: new URLSearchParams() });
  go(segments);
}
