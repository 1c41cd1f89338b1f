import type { ConfigKeyName, ConfigValues, Operation } from '@notes/contract';
import type { EngineDescription, EngineError, SearchEngine } from '@notes/search-engine';
import type { Store } from '@notes/storage';
import type { LiveGraph } from '../notes/graph/live-graph.js';
import type { Egress } from '../notes/media/fetch-media.js';
import type { PeerService } from '../sync/peers/peer-service.js';
import type { LibraryIds } from './library-ids.js';

/** Last answer of a search sidecar to the question for its state, or the reason why there was none. */
export type SidecarContact =
  | { readonly at: number; readonly description: EngineDescription; readonly error?: undefined }
  | { readonly at: number; readonly error: EngineError; readonly description?: undefined };

/** Search sidecar that the settings name. */
export interface Sidecar {
  readonly engine: SearchEngine;
  /** Milliseconds that a search gives the engine; those that suit a person who waits, when absent. */
  readonly searchLimitMs?: number;
  /** Removes the index of a former replica id, which nothing else uses any more. */
  readonly dropIndex?: (replicaId: string, signal: AbortSignal) => Promise<void>;
  /** True while this process runs the feed, which keeps `contact` current. */
  isFed?: boolean;
  contact?: SidecarContact;
}

/** An open library: its store, identity and settings. */
export interface Library extends LibraryIds {
  readonly store: Store;
  readonly graph: LiveGraph;
  /** HMAC key that authenticates cursors. */
  readonly cursorKey: Buffer;
  readonly config: ConfigValues;
  /** Applies settings that were changed while the library is open. */
  readonly applySettings: (settings: Partial<ConfigValues>) => void;
  readonly profile: string;
  readonly configPath: string;
  /** Source of each setting that is not a default: a flag, a variable or a file. */
  readonly configSources: ReadonlyMap<ConfigKeyName, string>;
  readonly serviceVersion: string;
  /** Present on a service that peers may connect to. */
  readonly peers?: PeerService;
  /** Absent with `search.sidecar.kind` `none`. */
  readonly sidecar?: Sidecar;
}

/** Interface through which a call came; stored with the revisions that the call makes. */
export type Origin = 'rest' | 'mcp' | 'cli' | 'import' | 'sync' | 'system';

/** A job that a call runs in this process. */
export interface RunningJob {
  readonly id: string;
  /** Ends the job at once, without its next checkpoint. The job is stored as interrupted. */
  readonly interrupt: () => void;
}

/** A peer whose request signature was verified. */
export interface PeerCaller {
  readonly replicaId: string;
  readonly keyId: string;
  /** Nonce of the request. */
  readonly nonce: string;
}

/** Input that an interface gives to a call. */
export interface CallContext {
  readonly library: Library;
  readonly origin: Origin;
  /** Returns the current time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** True when notes in Trash do not exist for this caller. */
  readonly hidesTrash?: boolean;
  /** True when sync jobs do not exist for this caller. */
  readonly hidesSyncJobs?: boolean;
  /** Request body of an operation whose contract row takes bytes. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** Verified signer of the request, on the routes for peers. */
  readonly caller?: PeerCaller;
  /** Called between slices of long work. Only interfaces that show progress set it. */
  readonly progress?: (done: number, total: number) => void;
  /** Called for every request that left this machine. */
  readonly onEgress?: (egress: Egress) => void;
  /** Ends long work at its next slice. */
  readonly signal?: AbortSignal;
  /** Receives the id of each sync job that this call leaves to another thread or process. */
  readonly jobQueued?: (id: string) => void;
  /** Called with each job that this call runs. */
  readonly jobStarted?: (job: RunningJob) => void;
}

/** Input of a handler beside the operation's own input. */
export interface Context extends CallContext {
  /** Revision precondition of the operation's contract row. */
  readonly precondition: Operation['precondition'];
}
