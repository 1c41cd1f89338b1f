import { fixKinds, type Input, type Output } from '@notes/contract';
import { readElsewhere } from '@notes/storage';
import { lookAt } from '../../notes/markdown/look.js';
import { checkUrl } from '../../notes/media/check-url.js';
import { mediaPolicy } from '../../notes/media/policy.js';
import { NO_MEDIA } from '../../notes/media/scan.js';
import type { Context } from '../../platform/context.js';
import { sha256 } from '../../platform/sha256.js';
import { doPlanned } from '../plans/do-planned.js';
import { makePlan, type Plan } from '../plans/plan.js';
import { editNote, type FixKind } from './edit-note.js';
import { type Fix, fixWork } from './fix-work.js';

const LISTED = 1_000;
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
    { work: fixWork, plan: () => planFixes(context, chosen), isByAge: false, words: null },
  );
  return {
    ...outcome,
    kinds: fixKinds.filter((kind) => chosen.has(kind)).map((kind) => counted(items, kind)),
    documents: items.slice(0, LISTED).map(({ document_id, changes }) => ({ document_id, changes })),
    truncated: items.length > LISTED,
  };
}

function counted(items: readonly Fix[], kind: FixKind): Output<'fixLibrary'>['kinds'][number] {
  const counts = items.flatMap(({ changes }) => changes[kind] ?? []);
  return { kind, documents: counts.length, changes: counts.reduce((sum, count) => sum + count, 0) };
}

/** Plans the fixes of each candidate note, one text at a time. */
async function planFixes(context: Context, kinds: ReadonlySet<FixKind>): Promise<Plan> {
  const items: Fix[] = [];
  for (const id of candidates(context, kinds)) items.push(...(await fixesOf(context, id, kinds)));
  return makePlan(fixWork.format, items);
}

/** Ids of writable notes that, by their stored data, have something to fix of these kinds. */
function candidates({ library }: Context, kinds: ReadonlySet<FixKind>): ReadonlySet<string> {
  const found = readElsewhere(library.store.paths.dataDir, ({ lint }) => [
    ...(kinds.has('non_canonical_link_target') ? lint.withNonCanonicalLinks() : []),
    ...(kinds.has('missing_alt_text') ? lint.withSilentImages() : []),
    ...(kinds.has('unlocalized_remote_media') ? lint.withRemoteMedia() : []),
  ]);
  return new Set(found.map(({ id }) => id));
}

async function fixesOf({ library }: Context, document_id: string, kinds: ReadonlySet<FixKind>): Promise<Fix[]> {
  const document = library.store.read(({ documents }) => documents.getWithBody(document_id));
  if (document === undefined) return [];
  const edited = await editNote(library, document, kinds);
  const from = sha256(document.body);
  const to = edited === null ? from : sha256(edited.body);
  const edits: Fix[] = edited === null ? [] : [{ act: 'edit', document_id, from, to, changes: edited.changes }];
  if (!kinds.has('unlocalized_remote_media')) return edits;
  const urls = await allowedMedia(library, edited?.body ?? document.body);
  const changes = { unlocalized_remote_media: urls.length };
  return urls.length === 0 ? edits : [...edits, { act: 'fetch', document_id, from: to, urls, changes }];
}

/** URLs of remote images in a text that the policy allows to be fetched. */
async function allowedMedia({ databaseId, config }: Context['library'], body: string): Promise<string[]> {
  const { media } = await lookAt('remoteMedia', { body, databaseId }, NO_MEDIA);
  const policy = mediaPolicy(config);
  const urls = new Set(media.map(({ url }) => url));
  return [...urls].filter((url) => checkUrl(url, policy).reasons.length === 0).slice(0, MAX_URLS);
}
