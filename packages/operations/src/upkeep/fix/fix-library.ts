import { fixKinds, type Input, type Output } from '@notes/contract';
import { readOnSeparateConnection } from '@notes/storage';
import { computeView } from '../../notes/markdown/compute-view.js';
import { checkUrl } from '../../notes/media/check-url.js';
import { mediaPolicy } from '../../notes/media/policy.js';
import { NO_MEDIA } from '../../notes/media/scan.js';
import type { Context } from '../../platform/context.js';
import { sha256 } from '../../platform/sha256.js';
import { doPlanned } from '../plans/do-planned.js';
import { makePlan, type Plan } from '../plans/plan.js';
import { editNote, type FixKind } from './edit-note.js';
import { type Fix, fixWork } from './fix-work.js';

const MAX_LISTED = 1_000;
/** Maximum URLs that one call of the pipeline fetches. */
const MAX_URLS = 50;

/** Plans the fixes of a library, or applies them when `apply` is set. */
export async function fixLibrary(
  context: Context,
  { kinds, apply, plan, dry_run }: Input<'fixLibrary'>,
): Promise<Output<'fixLibrary'>> {
  const chosen = new Set(kinds);
  const {
    items,
    confirmation: _none,
    clock_doubt: _never,
    ...outcome
  } = await doPlanned(
    context,
    { plan, dry_run: dry_run || !apply },
    { work: fixWork, plan: () => planFixes(context, chosen), isByAge: false, confirmationFor: null },
  );
  return {
    ...outcome,
    kinds: fixKinds.filter((kind) => chosen.has(kind)).map((kind) => countFixes(items, kind)),
    documents: items.slice(0, MAX_LISTED).map(({ document_id, changes }) => ({ document_id, changes })),
    truncated: items.length > MAX_LISTED,
  };
}

function countFixes(items: readonly Fix[], kind: FixKind): Output<'fixLibrary'>['kinds'][number] {
  const counts = items.flatMap(({ changes }) => changes[kind] ?? []);
  return { kind, documents: counts.length, changes: counts.reduce((sum, count) => sum + count, 0) };
}

/** Plans the fixes of each candidate note, one text at a time. */
async function planFixes(context: Context, kinds: ReadonlySet<FixKind>): Promise<Plan> {
  const items: Fix[] = [];
  for (const id of findCandidates(context, kinds)) items.push(...(await planNoteFixes(context, id, kinds)));
  return makePlan(fixWork.format, items);
}

/** Ids of writable notes that, by their stored data, have something to fix of these kinds. */
function findCandidates({ library }: Context, kinds: ReadonlySet<FixKind>): ReadonlySet<string> {
  const found = readOnSeparateConnection(library.store.paths.dataDir, ({ lint }) => [
    ...(kinds.has('non_canonical_link_target') ? lint.findWithNonCanonicalLinks() : []),
    ...(kinds.has('missing_alt_text') ? lint.findWithoutAltText() : []),
    ...(kinds.has('unlocalized_remote_media') ? lint.findWithRemoteMedia() : []),
  ]);
  return new Set(found.map(({ id }) => id));
}

async function planNoteFixes({ library }: Context, document_id: string, kinds: ReadonlySet<FixKind>): Promise<Fix[]> {
  const document = library.store.read(({ documents }) => documents.getWithBody(document_id));
  if (document === undefined) return [];
  const edited = await editNote(library, document, kinds);
  const from = sha256(document.body);
  const to = edited === null ? from : sha256(edited.body);
  const edits: Fix[] = edited === null ? [] : [{ act: 'edit', document_id, from, to, changes: edited.changes }];
  if (!kinds.has('unlocalized_remote_media')) return edits;
  const urls = await findAllowedMedia(library, edited?.body ?? document.body);
  const changes = { unlocalized_remote_media: urls.length };
  return urls.length === 0 ? edits : [...edits, { act: 'fetch', document_id, from: to, urls, changes }];
}

/** URLs of remote images in a text that the policy allows to be fetched. */
async function findAllowedMedia({ databaseId, config }: Context['library'], body: string): Promise<string[]> {
  const { media } = await computeView('remoteMedia', { body, databaseId }, NO_MEDIA);
  const policy = mediaPolicy(config);
  const urls = new Set(media.map(({ url }) => url));
  return [...urls].filter((url) => checkUrl(url, policy).reasons.length === 0).slice(0, MAX_URLS);
}
