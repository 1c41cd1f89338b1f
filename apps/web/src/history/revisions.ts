import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/client.js';
import { type Data, useData } from '../app/use-data.js';
import type { Revision } from './sittings.js';

/** As many as the service gives at once. */
const PAGE = 200;

/** The latest revisions of a note, newest first. */
export interface Revisions {
  readonly revisions: readonly Revision[];
  /** Lists older ones too; undefined when there are none. */
  readonly onMore: (() => void) | undefined;
}

/** `wanted`: revisions that are to be among them, however old they are. */
export function useRevisions(document_id: string, ...wanted: readonly string[]): Data<Revisions> {
  const pages = useRef(1);
  const latest = useRef(wanted);
  latest.current = wanted;
  const isEnough = (revisions: readonly Revision[]) =>
    revisions.length >= pages.current * PAGE &&
    latest.current.every((id) => revisions.some(({ revision_id }) => revision_id === id));
  const data = useData(`revisions:${document_id}`, (signal) => listUntil(document_id, isEnough, signal));
  const { value, reload } = data;
  useEffect(() => {
    if (value?.hasMore && !isEnough(value.revisions)) reload();
  }, [wanted.join()]);
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
