import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../../../platform/context.js';

/** Stores a request for the service, which carries it out within seconds or at its next start. */
export async function requestReindex(
  { library }: Context,
  { rebuild }: Input<'requestReindex'>,
): Promise<Output<'requestReindex'>> {
  if (library.config['search.sidecar.kind'] === 'none')
    throw new ServiceError(
      'conflict',
      'There is no search sidecar: search.sidecar.kind is none. Choose one with this setting, and start the service again',
    );
  const requested = rebuild ? 'rebuild' : 'reconcile';
  const isStored = await library.store.write(({ searchFeed }) => searchFeed.request(requested));
  if (!isStored)
    throw new ServiceError('conflict', 'The search sidecar has no index yet. Start the service, which builds it');
  return { requested };
}
