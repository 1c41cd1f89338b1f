import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../../context.js';
import { queueSyncJob } from '../center/index.js';
import { asReplica } from '../center/replica.js';

/**
 * Asks for the bytes of the attachments that have a digest, and has the service exchange.
 *
 * @throws ServiceError `not_found` where no attachment has it; `conflict` for a library in no group
 */
export async function requestResourceFetch(
  context: Context,
  { target, ...bounds }: Input<'requestResourceFetch'>,
): Promise<Output<'requestResourceFetch'>> {
  const { library } = context;
  await asReplica(library, () =>
    library.store.write(({ resources, sync }) => {
      const named = resources.ofBytes(target);
      if (named.length === 0) throw new ServiceError('not_found', 'no attachment has this digest');
      for (const resource of named) sync.intents.ask(resource);
    }),
  );
  return queueSyncJob(context, { kind: 'resources', ...bounds });
}
