import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/client.js';
import { type Data, useData } from '../kernel/use-data.js';
import type { Revision } from './group-sessions.js';

/** Maximum page size of the service. */
const PAGE = 200;

/** Latest revisions of a note, newest first. */
export interface Revisions {
  readonly revisions: readonly Revision[];
  /** Loads older revisions; undefined when there are none. */
  readonly onMore: (() => void) | undefined;
}

/**
 * Loads the revisions of a note, of each required one also the revision before it.
 *
 * @param requiredIds ids of revisions that must be included, however old
 */
export function useRevisions(document_id: string, ...requiredIds: readonly string[]): Data<Revisions> {
  const pages = useRef(1);
  const latest = useRef(requiredIds);
  latest.current = requiredIds;
  const isEnough = (revisions: readonly Revision[]) =>
    revisions.length >= pages.current * PAGE &&
    latest.current.every((id) => revisions.slice(0, -1).some(({ revision_id }) => revision_id === id));
  const data = useData(`revisions:${document_id}`, (signal) => listUntil(document_id, isEnough, signal));
  const { value, reload } = data;
  useEffect(() => {
    if (value?.hasMore && !isEnough(value.revisions)) reload();
  }, [requiredIds.join()]);
  const onMore = () => {
    pages.current += 1;
    reload();
  };
  return { ...data, value: value && { revisions: value.revisions, onMore: value.hasMore ? onMore : undefined } };
}

async function listUntil(
  document_id: string,
  isEnough: (revisions: readonly Revision[]) => boolean,
  signal: AbortSignal,
): Promise<{ revisions: Revision[]; hasMore: boolean }> {
  const revisions: Revision[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('listRevisions', { document_id, limit: PAGE, cursor }, signal);
    revisions.push(...page.revisions);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && !isEnough(revisions));
  return { revisions, hasMore: cursor !== undefined };
}
