import { resolve } from 'node:path';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { planTask } from '../../organise/selection/plan.js';
import type { Context } from '../../platform/context.js';
import { refuseLibrary } from '../../platform/outside-folder.js';
import { ExportProgress, ExportStopped } from '../export/export-progress.js';
import { withSnapshot } from '../export/snapshot.js';
import { classifyFolder, TargetFolder } from '../export/target-folder.js';
import { writeAttachments } from '../export/write-attachments.js';
import { ShownAttachments } from '../site/attachments.js';
import { CleanImages, findLocatedImages } from '../site/images/images-of-site.js';
import { writeSite } from '../site/write-site.js';
import { type Plan, planSite } from './plan-site.js';
import { writeSitemap } from './sitemap.js';

type Request = Input<'buildPublication'>;
type Outcome = Output<'buildPublication'>;

/** Describes the site of a selection without writing it. */
export async function planPublication(
  context: Context,
  input: Input<'planPublication'>,
): Promise<Output<'planPublication'>> {
  const { directory } = input;
  const folder = directory === undefined ? null : await classifyFolder(resolve(directory));
  return withPlan(context, input, async ({ wire, snapshot, progress }) => {
    const images_with_place = await findLocatedImages(snapshot, progress);
    return { ...wire, images_with_place, folder };
  });
}

/**
 * Builds the site of a selection, and moves it to its folder when it is complete. `context.signal` stops it between two
 * pages and leaves nothing behind.
 *
 * @throws ServiceError `conflict` when `plan` differs from the current plan; `validation_failed` for a selection without
 *   notes, which would replace a site by an empty one
 */
export async function buildPublication(context: Context, input: Request): Promise<Outcome> {
  const directory = resolve(input.directory);
  refuseLibrary(directory, context.library.store.paths.dataDir);
  return withPlan(context, input, async (plan) => {
    if (input.plan !== undefined && !plan.wire.plan_sha256.startsWith(input.plan))
      throw new ServiceError(
        'conflict',
        `plan: the selection changed since this plan was made. The current plan is ${plan.wire.plan_sha256}. Review it again`,
      );
    const target = await TargetFolder.open(directory, { replace: input.replace });
    try {
      if (plan.wire.counts.notes === 0)
        throw new ServiceError(
          'validation_failed',
          'selection: it has no notes, so there is no site to build. Check its notebooks, tags and query',
        );
      return { ...plan.wire, directory, ...(await write(plan, target)) };
    } finally {
      target.discard();
    }
  });
}

async function write(
  plan: Plan,
  target: TargetFolder,
): Promise<Pick<Outcome, 'interrupted' | 'attachments' | 'tree_sha256'>> {
  const { snapshot, look, top, progress } = plan;
  const attachments = new ShownAttachments(snapshot.reader);
  const findAttachment = (id: string) => attachments.find(id);
  try {
    await writeSite(snapshot, target, { look, top, findAttachment, redacts: true }, progress);
    const images = new CleanImages();
    await writeAttachments(snapshot, target, progress, (attachment, pieces) => images.copy(attachment, pieces));
    if (look.baseUrl !== undefined) writeSitemap(target, look.baseUrl, top);
    const tree_sha256 = await target.commit();
    const { published, leftOut: left_out } = attachments;
    return { interrupted: false, attachments: { published, left_out, cleaned: images.cleaned }, tree_sha256 };
  } catch (error) {
    if (!(error instanceof ExportStopped)) throw error;
    return { interrupted: true, attachments: null, tree_sha256: null };
  }
}

function withPlan<T>(
  context: Context,
  input: Omit<Input<'planPublication'>, 'directory'>,
  work: (plan: Plan) => Promise<T>,
): Promise<T> {
  const { selection, policy } = input;
  const asked = { target: 'publication_handoff' as const, policy, detail_limit: 0, ...(selection && { selection }) };
  const task = planTask(context, asked);
  return withSnapshot(context, task, {
    what: 'publication',
    work: async (snapshot) => {
      const { documents, resources } = snapshot.contents.counts();
      const progress = new ExportProgress(context, documents + resources);
      return work(await planSite(snapshot, { input, task }, progress));
    },
  });
}
