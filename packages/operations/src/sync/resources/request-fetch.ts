import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { queueSyncJob } from '../center/index.js';
import { withReplica } from '../center/replica.js';

/**
 * Requests the bytes of the attachments with a digest, and orders an exchange of the service.
 *
 * @throws ServiceError `not_found` when no attachment has the digest; `conflict` for a library in no group
 */
export async function requestResourceFetch(
  context: Context,
  { target, ...bounds }: Input<'requestResourceFetch'>,
): Promise<Output<'requestResourceFetch'>> {
  const { library } = context;
  await withReplica(library, () =>
    library.store.write(({ resources, sync }) => {
      const named = resources.findKeysByDigest(target);
      if (named.length === 0) throw new ServiceError('not_found', `No attachment has the digest ${target}`);
      for (const resource of named) sync.intents.requestFetch(resource);
    }),
  );
  return queueSyncJob(context, { kind: 'resources', ...bounds });
}
