import type { Query } from '@notes/query-language';
import type { Policy, Target } from './targets.js';

/** Selection to be planned, with the library it is made from. */
export interface SelectionTask {
  readonly dataDir: string;
  readonly databaseId: string;
  readonly target: Target;
  /** Selectors; null selects everything. */
  readonly selectors: {
    readonly documentIds: readonly string[];
    readonly notebooks: readonly string[];
    readonly includesDescendants: boolean;
    readonly tags: readonly string[];
    readonly query: Query | null;
    /** Number of parts of the query that are searched as plain words. */
    readonly partsAsWords: number;
  } | null;
  readonly policy: Policy;
  /** True when notes in Trash are counted, where the policy includes them, but not named. */
  readonly hidesTrash: boolean;
  readonly now: number;
  readonly detailLimit: number;
}
