import { type Output, ServiceError } from '@notes/contract';

const collection = { collection_id: 'default' as const, name: 'Default' };

export const listCollections = (): Output<'listCollections'> => ({ collections: [collection] });

export const getCollection = (): Output<'getCollection'> => collection;

const fixedCollectionError = () =>
  new ServiceError('forbidden', 'The only collection is "default". It cannot be changed, and no other can be created');

export function createCollection(): never {
  throw fixedCollectionError();
}

export function updateCollection(): never {
  throw fixedCollectionError();
}
