import { type Input, ServiceError } from '@notes/contract';

/** @throws ServiceError `validation_failed` */
export function refuseStrayIds({ kind, resource_ids }: Pick<Input<'planSyncJob'>, 'kind' | 'resource_ids'>): void {
  if (resource_ids !== undefined && kind !== 'resources')
    throw new ServiceError('validation_failed', 'resource_ids: only allowed with kind resources');
}
