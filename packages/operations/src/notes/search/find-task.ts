import {
  type MatchedNote,
  type MatchRequest,
  readOnSeparateConnection,
  type SearchFinding,
  type SearchRequest,
} from '@notes/storage';

/** Search, or query that is applied to some notes. */
export type FindTask = { readonly dataDir: string } & (
  | { readonly request: SearchRequest }
  | { readonly among: MatchRequest }
);

/** Runs a search in a worker. */
export default function find(task: FindTask): SearchFinding[] | MatchedNote[] {
  return readOnSeparateConnection<SearchFinding[] | MatchedNote[]>(task.dataDir, ({ search }) =>
    'among' in task ? search.matchesAmong(task.among) : search.find(task.request),
  );
}
