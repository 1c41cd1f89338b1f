import { type Output, ServiceError } from '@notes/contract';

const collection = { collection_id: 'default' as const, name: 'Default' };

export const listCollections = (): Output<'listCollections'> => ({ collections: [collection] });

export const getCollection = (): Output<'getCollection'> => collection;

const fixed = () => new ServiceError('forbidden', 'there is one collection, default, and it is fixed');

export function createCollection(): never {
  throw fixed();
}

export function updateCollection(): never {
  throw fixed();
}
