import type { JobRow, KnownAlert } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { AlertCode } from '@notes/sync-protocol/run';
import type { Library } from '../../platform/context.js';
import { FaultThrottle } from '../../platform/jobs/fault-throttle.js';
import { listTargetSettings, reloadTargetSettings } from './configure.js';
import { findLastSync, findUnfinishedSync, orderSync } from './order-sync.js';
import { isReplica } from './replica.js';
import { type PendingChanges, type RunEnd, SyncSchedule } from './sync-schedule.js';
import { hasTarget, tallyTarget } from './targets.js';

export interface SyncKeeperOptions {
  readonly library: Library;
  /** Called with an error that prevents looking for changes, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
}

const TICK_MS = 1_000;
const uptime = () => performance.now();

/** Schedules the exchanges of a served library. Their jobs are run like all others. */
export class SyncKeeper {
  readonly #options: SyncKeeperOptions;
  readonly #rhythm = new SyncSchedule(uptime());
  readonly #faults = new FaultThrottle();
  readonly #timer: NodeJS.Timeout;
  readonly #stop = new AbortController();
  readonly #unsubscribe: () => void;
  #tick: Promise<void> | undefined;
  /** True when an interrupted run may have left state that no other run completes. */
  #mayBeUnsettled = true;
  /** True when the library may have changed since it was last examined. */
  #isDirty = true;
  #unsent: string | null = null;
  /** Number of artifacts that peers had put when the last run began. */
  #putsTaken = 0;
  /** End of the last run that was reported to the rhythm. */
  #ended: string | undefined;
  #replicaId: string;
  #circumstances: string | undefined;
  /** State of the sync target at the last look, and before the last successful run. */
  #found: string | undefined;
  #taken: string | undefined;

  constructor(options: SyncKeeperOptions) {
    this.#options = options;
    const { library } = options;
    this.#replicaId = library.replicaId;
    this.#ended = getEndMark(library.store.read((reader) => findLastSync(reader, Date.now())));
    this.#unsubscribe = library.store.subscribe(() => {
      this.#isDirty = true;
    });
    this.#timer = setInterval(() => this.#beat(), TICK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#stop.abort();
    await this.#tick;
  }

  #beat(): void {
    this.#tick ??= this.#look()
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted && this.#faults.shouldReport(error, uptime())) this.#options.onError(error);
      })
      .finally(() => {
        this.#tick = undefined;
      });
  }

  async #look(): Promise<void> {
    const { library } = this.#options;
    const intervalMs = library.config['sync.interval_seconds'] * 1_000;
    this.#noticeJoining();
    this.#noticeChanges();
    await this.#settleLeft();
    if (intervalMs === 0 || !hasTarget(library) || !isReplica(library) || this.#isUnderWay()) return;
    this.#rhythm.setPending(this.#waiting(), uptime());
    const due = this.#rhythm.getDueAction(uptime());
    if (due === 'run') return await this.#order();
    if (due !== 'look') return;
    this.#rhythm.recordLook(uptime(), intervalMs);
    if (await this.#isNewsAtTarget()) await this.#order();
  }

  /**
   * Completes the state left by an interrupted run, where no run does: after leaving the group, or with sync turned
   * off.
   */
  async #settleLeft(): Promise<void> {
    if (!this.#mayBeUnsettled || this.#isUnderWay()) return;
    await new LibrarySyncStore(this.#options.library).materializePending();
    this.#mayBeUnsettled = false;
  }

  /** Applies the sync target stored by another process that joined a group. */
  #noticeJoining(): void {
    const { library } = this.#options;
    if (library.replicaId === this.#replicaId) return;
    this.#replicaId = library.replicaId;
    reloadTargetSettings(library);
  }

  /** Retries at once when the sync target or the known members of the group have changed. */
  #noticeChanges(): void {
    const { library } = this.#options;
    if (!this.#isDirty && this.#circumstances !== undefined) return;
    const group = library.store.read(({ sync }) => [sync.own()?.id, sync.exchange.control().length]);
    const now = JSON.stringify([listTargetSettings(library), ...group]);
    if (this.#circumstances !== undefined && now !== this.#circumstances) this.#rhythm.reset(uptime());
    this.#circumstances = now;
  }

  /** Returns true while a run waits or runs. Reports an ended run to the rhythm. */
  #isUnderWay(): boolean {
    const [under, last, alerts] = this.#options.library.store.read(
      (reader) =>
        [findUnfinishedSync(reader), findLastSync(reader, Date.now()), reader.sync.exchange.runAlerts()] as const,
    );
    if (under !== undefined) return true;
    const end = getEndMark(last);
    if (last === undefined || end === this.#ended) return false;
    this.#ended = end;
    this.#mayBeUnsettled = true;
    this.#rhythm.recordEnd(toRunEnd(last, alerts), uptime());
    if (last.state === 'succeeded') this.#taken = this.#found;
    return false;
  }

  #waiting(): PendingChanges {
    const { library } = this.#options;
    if (this.#isDirty) {
      this.#isDirty = false;
      this.#unsent = library.store.read(({ sync }) => {
        const own = sync.own();
        const sealed = sync.exchange.authors().get(own?.id ?? '')?.seq ?? 0;
        const control = sync.exchange.listPendingControl().length;
        return own === undefined || (own.seq === sealed && control === 0) ? null : `${own.seq} ${control}`;
      });
    }
    const puts = library.peers?.hub.putCount ?? 0;
    return this.#unsent === null && puts === this.#putsTaken ? null : `${this.#unsent} ${puts}`;
  }

  /** True also when the sync target cannot be read: the run that fails then reports the reason. */
  async #isNewsAtTarget(): Promise<boolean> {
    const { library } = this.#options;
    const { signal } = this.#stop;
    this.#found = await tallyTarget(library, { now: Date.now, signal }).catch(() => undefined);
    signal.throwIfAborted();
    return this.#found === undefined || this.#found !== this.#taken;
  }

  async #order(): Promise<void> {
    const { library } = this.#options;
    this.#rhythm.recordStart();
    this.#putsTaken = library.peers?.hub.putCount ?? 0;
    await orderSync({ library, now: Date.now });
  }
}

const getEndMark = (job: JobRow | undefined) => job && `${job.id} ${job.finishedAt}`;

/** Alerts about artifacts that may arrive without a change of the listings: a slow copy completes them. */
const AWAITED: ReadonlySet<string> = new Set<AlertCode>(['carrier_damaged', 'gap', 'waiting']);

function toRunEnd({ state, error }: JobRow, alerts: readonly KnownAlert[]): RunEnd {
  if (state === 'succeeded' && alerts.some(({ code }) => AWAITED.has(code))) return 'incomplete';
  if (state === 'succeeded' || state === 'cancelled') return 'done';
  const passes = state === 'interrupted' || error?.code === 'storage_unavailable' || error?.code === 'rate_limited';
  return passes ? 'away' : 'refused';
}
