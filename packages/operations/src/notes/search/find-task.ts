import { readOnSeparateConnection, type SearchFinding, type SearchRequest } from '@notes/storage';

export interface FindTask {
  readonly dataDir: string;
  readonly request: SearchRequest;
}

/** Runs a search in a worker. */
export default function find({ dataDir, request }: FindTask): SearchFinding[] {
  return readOnSeparateConnection(dataDir, ({ search }) => search.find(request));
}
