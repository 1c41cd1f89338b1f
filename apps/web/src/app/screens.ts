import type { ComponentType } from 'preact';
import { noteOffline, whenOnline } from './connection.js';
import { go, type Place } from './router.js';

export interface ScreenProps {
  readonly place: Place;
}

/** What a screen module gives. */
export interface ScreenModule {
  readonly Screen: ComponentType<ScreenProps>;
  /** Of a scope: the notes in it, shown in the list pane of the workspace. */
  readonly List?: ComponentType<ScreenProps>;
}

interface Route {
  /** Segments; one that begins with a colon stands for any. */
  readonly pattern: readonly string[];
  /** workspace: beside the list of notes; full: all of the width. */
  readonly frame: 'workspace' | 'full';
  readonly load: () => Promise<ScreenModule>;
}

const route = (pattern: string, frame: Route['frame'], load: Route['load']): Route => ({
  pattern: pattern.split('/').filter((segment) => segment !== ''),
  frame,
  load,
});

/** Every address of the page, the more special first. Each screen is loaded when it is first gone to. */
export const routes: readonly Route[] = [
  route('', 'workspace', () => import('../screens/scope.js')),
  route('search', 'workspace', () => import('../screens/search.js')),
  route('new', 'workspace', () => import('../screens/new.js')),
  route('n/:doc/conflict', 'full', () => import('../screens/conflict.js')),
  route('n/:doc', 'workspace', () => import('../screens/note.js')),
  route('nb/:id', 'workspace', () => import('../screens/notebook.js')),
  route('tags', 'full', () => import('../screens/tags.js')),
  route('tasks', 'full', () => import('../screens/tasks.js')),
  route('templates', 'full', () => import('../screens/templates.js')),
  route('trash', 'workspace', () => import('../screens/trash.js')),
  route('trash/:doc', 'workspace', () => import('../screens/trashed-note.js')),
  route('n/:doc/history', 'full', () => import('../screens/history.js')),
  route('graph', 'full', () => import('../screens/graph.js')),
  route('graph/path', 'full', () => import('../screens/graph-path.js')),
  route('graph/report', 'full', () => import('../screens/graph-report.js')),
  route('attachments', 'full', () => import('../screens/attachments.js')),
  route('health', 'full', () => import('../screens/health-lint.js')),
  route('health/lint', 'full', () => import('../screens/health-lint.js')),
  route('health/gc', 'full', () => import('../screens/health-gc.js')),
  route('plan', 'full', () => import('../screens/plan.js')),
  route('jobs', 'full', () => import('../screens/jobs.js')),
  route('jobs/:id', 'full', () => import('../screens/job.js')),
  route('media', 'full', () => import('../screens/media.js')),
  route('settings', 'full', () => import('../screens/settings.js')),
  route('settings/:tab', 'full', () => import('../screens/settings.js')),
  route('sync', 'full', () => import('../screens/sync.js')),
];

export function routeOf({ segments }: Place): Route | undefined {
  return routes.find(
    ({ pattern }) =>
      pattern.length === segments.length &&
      pattern.every((segment, index) => segment.startsWith(':') || segment === segments[index]),
  );
}

/**
 * The screen of a place; when the service is away, once it is back. Undefined where there is none.
 *
 * @throws when it cannot be had from a service that answers: another version is served by now
 */
export async function loadScreen(place: Place): Promise<ScreenModule | undefined> {
  const route = routeOf(place);
  try {
    return await route?.load();
  } catch {
    await new Promise<void>((resolve) => {
      const stop = whenOnline(() => {
        queueMicrotask(() => stop());
        resolve();
      });
      noteOffline();
    });
    return route?.load();
  }
}

/** Goes somewhere once its screen is there: in between, this one would ask for what it shows, and that may be gone. */
export async function goOnceLoaded(segments: readonly string[]): Promise<void> {
  await loadScreen({ segments, query: new URLSearchParams() });
  go(segments);
}
