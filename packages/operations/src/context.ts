import type { ConfigKeyName, ConfigValues, Operation } from '@notes/contract';
import type { Store } from '@notes/storage';
import type { LiveGraph } from './graph/live-graph.js';
import type { Egress } from './media/fetch-media.js';
import type { PeerService } from './sync/peers/peer-service.js';

/** A library open for operations: its store, identity and settings. */
export interface Library {
  readonly store: Store;
  readonly graph: LiveGraph;
  /** As they are now: whoever joins a group has others. */
  readonly databaseId: string;
  readonly replicaId: string;
  /** Key of the HMAC that makes cursors unforgeable. */
  readonly cursorKey: Buffer;
  readonly config: ConfigValues;
  /** Puts settings in force that somebody has just given. */
  readonly takeSettings: (settings: Partial<ConfigValues>) => void;
  readonly profile: string;
  readonly configPath: string;
  /** Where a setting that is no default was given: a flag, a variable or a file. */
  readonly configSources: ReadonlyMap<ConfigKeyName, string>;
  readonly serviceVersion: string;
  /** Of a service that peers may connect to. */
  readonly peers?: PeerService;
}

/** Which door a call came through; stored with the revisions it makes. */
export type Origin = 'rest' | 'mcp' | 'cli' | 'import' | 'sync' | 'system';

/** A job that a call runs in this process. */
export interface RunningJob {
  readonly id: string;
  /** Ends it at once, without its next checkpoint: it is stored as interrupted. */
  readonly interrupt: () => void;
}

/** A peer whose signature of a request was verified. */
export interface PeerCaller {
  readonly replicaId: string;
  readonly keyId: string;
  /** Of the request. */
  readonly nonce: string;
}

/** What a door gives to a call. */
export interface CallContext {
  readonly library: Library;
  readonly origin: Origin;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For this caller notes in Trash are not there. */
  readonly hidesTrash?: boolean;
  /** Likewise sync jobs. */
  readonly hidesSyncJobs?: boolean;
  /** What an operation whose row takes bytes reads. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** Who signed, on the paths of peers. */
  readonly caller?: PeerCaller;
  /** Called between slices of long work; only doors that show progress set it. */
  readonly progress?: (done: number, total: number) => void;
  /** Told of every request that left this machine. */
  readonly onEgress?: (egress: Egress) => void;
  /** Ends long work at its next slice. */
  readonly signal?: AbortSignal;
  /** Told of a job this call runs. */
  readonly jobStarted?: (job: RunningJob) => void;
}

/** What a handler gets beside its input. */
export interface Context extends CallContext {
  /** What the row says of revision preconditions. */
  readonly precondition: Operation['precondition'];
}
