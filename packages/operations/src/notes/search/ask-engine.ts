import type { Output } from '@notes/contract';
import {
  type Candidate,
  type CandidateQuery,
  type Candidates,
  type Channel,
  EngineError,
  MAX_CANDIDATES,
  type SearchEngine,
} from '@notes/search-engine';
import type { Sidecar } from '../../platform/context.js';

/** Milliseconds that a search gives an engine from the question on. */
export const ENGINE_DEADLINE_MS = 80;
/** Milliseconds that an engine has at least after the built-in search, which keeps the thread from reading answers. */
const MIN_WAIT_MS = 15;
/** Answers in a row that do not come in time before searches stop waiting: one slow question is no slow engine. */
const MAX_LATE = 3;
/** Milliseconds without waiting after that; doubled each time that the next answer does not come in time either. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15_000;

/** States of the channels, as in the answer to a search. */
export type ChannelStates = NonNullable<Output<'searchDocuments'>['channels']>;
type State = ChannelStates[Channel];

/** Candidates of the channels that answered, best first, without duplicates, and the state of each channel. */
export interface EngineAnswer {
  readonly channels: ChannelStates;
  readonly candidates: Readonly<Record<Channel, readonly Candidate[]>>;
}

/** Answer of one channel. */
interface ChannelResult {
  readonly state: State;
  readonly candidates: readonly Candidate[];
}

type Question = Omit<CandidateQuery, 'channels' | 'limit'>;

/**
 * Asks an engine without letting it slow down searches. Each channel is asked on its own, because a model may need longer
 * than the other channel.
 */
export class EngineGate {
  readonly #typo: ChannelGate;
  readonly #meaning: ChannelGate;

  constructor(engine: SearchEngine, deadlineMs = ENGINE_DEADLINE_MS) {
    this.#typo = new ChannelGate(engine, 'typo', deadlineMs);
    this.#meaning = new ChannelGate(engine, 'meaning', deadlineMs);
  }

  /** True when searches do not wait for either channel, because an answer did not come in time before. */
  get isPaused(): boolean {
    return this.#typo.isPaused && this.#meaning.isPaused;
  }

  /**
   * Sends a question.
   *
   * @returns a function that waits for the answers, to be called once, after other work. It never rejects.
   */
  ask(query: Question): () => Promise<EngineAnswer> {
    const waits = [this.#typo.ask(query), this.#meaning.ask(query)] as const;
    return async () => {
      const [typo, meaning] = await Promise.all([waits[0](), waits[1]()]);
      return {
        channels: { typo: typo.state, meaning: meaning.state },
        candidates: { typo: typo.candidates, meaning: meaning.candidates },
      };
    };
  }
}

/**
 * Asks one channel. When it cannot be reached, or after some answers that do not come in time, searches do not wait for
 * some seconds; then the last question, for which no search waits, finds out if the engine answers in time again.
 */
class ChannelGate {
  readonly #engine: SearchEngine;
  readonly #channel: Channel;
  readonly #deadlineMs: number;
  #pauseMs = 0;
  #pausedUntil = 0;
  #reason: State = 'unavailable';
  #isProbing = false;
  /** Last question asked during a pause. */
  #asked: CandidateQuery | undefined;
  /** Late answers since the last one that came in time. */
  #late = 0;

  constructor(engine: SearchEngine, channel: Channel, deadlineMs: number) {
    this.#engine = engine;
    this.#channel = channel;
    this.#deadlineMs = deadlineMs;
  }

  get isPaused(): boolean {
    return this.#pauseMs > 0;
  }

  ask(query: Question): () => Promise<ChannelResult> {
    const question = { ...query, channels: [this.#channel], limit: MAX_CANDIDATES };
    if (!this.isPaused) {
      const sent = this.#send(question);
      return () => sent.wait();
    }
    this.#asked = question;
    if (performance.now() >= this.#pausedUntil) this.#probe();
    return () => Promise.resolve({ state: this.#reason, candidates: [] });
  }

  /** Asks the last question again. Without one since the last time, nobody waits to know. */
  #probe(): void {
    const question = this.#asked;
    if (question === undefined || this.#isProbing) return;
    this.#isProbing = true;
    this.#asked = undefined;
    void this.#send(question)
      .wait()
      .finally(() => {
        this.#isProbing = false;
      });
  }

  #send(question: CandidateQuery): { wait: () => Promise<ChannelResult> } {
    const sentAt = performance.now();
    const abort = new AbortController();
    const answer = this.#read(question, abort.signal);
    return {
      wait: async () => {
        const waitMs = Math.max(MIN_WAIT_MS, this.#deadlineMs - (performance.now() - sentAt));
        let timer: NodeJS.Timeout | undefined;
        const isLate = new Promise<ChannelResult>((resolve) => {
          timer = setTimeout(resolve, waitMs, { state: 'late', candidates: [] });
        });
        const result = await Promise.race([answer, isLate]);
        clearTimeout(timer);
        if (result.state === 'late') abort.abort();
        this.#note(result.state, question);
        return result;
      },
    };
  }

  async #read(question: CandidateQuery, signal: AbortSignal): Promise<ChannelResult> {
    try {
      return readAnswer(await this.#engine.candidates(question, signal), this.#channel);
    } catch (error) {
      const isUnavailable = error instanceof EngineError && UNAVAILABLE.has(error.code);
      return { state: isUnavailable ? 'unavailable' : 'failed', candidates: [] };
    }
  }

  /** Begins or ends a pause after an answer. */
  #note(state: State, question: CandidateQuery): void {
    this.#late = state === 'late' ? this.#late + 1 : 0;
    if (state === 'unavailable' || this.#late >= MAX_LATE) this.#pause(state, question);
    else if (state !== 'late') this.#pauseMs = 0;
  }

  /** Begins a pause, unless another search that waited at the same time has begun it. */
  #pause(reason: State, question: CandidateQuery): void {
    if (performance.now() < this.#pausedUntil) return;
    this.#reason = reason;
    if (!this.isPaused) this.#asked = question;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, this.#pauseMs * 2));
    this.#pausedUntil = performance.now() + this.#pauseMs;
    setTimeout(() => this.#probe(), this.#pauseMs).unref();
  }
}

const UNAVAILABLE: ReadonlySet<string> = new Set(['unreachable', 'refused', 'incompatible']);

/** Reads the answer of a channel, of which nothing is trusted. A channel without a usable answer has failed. */
function readAnswer(answer: Candidates, channel: Channel): ChannelResult {
  const found: unknown = answer[channel];
  const { state, candidates } = (found ?? {}) as { state?: State; candidates?: unknown };
  if (state === 'building' || state === 'off') return { state, candidates: [] };
  if (state !== 'answered' || !Array.isArray(candidates)) return { state: 'failed', candidates: [] };
  return { state, candidates: rank(candidates) };
}

/** Sorts candidates, best first, without duplicates and those without id or score. */
function rank(candidates: readonly unknown[]): Candidate[] {
  const valid = candidates.slice(0, MAX_CANDIDATES).filter(isCandidate);
  const best = new Map<string, Candidate>();
  for (const candidate of valid.toSorted((a, b) => b.score - a.score))
    if (!best.has(candidate.id)) best.set(candidate.id, candidate);
  return [...best.values()];
}

function isCandidate(value: unknown): value is Candidate {
  const { id, score } = (value ?? {}) as Partial<Candidate>;
  return typeof id === 'string' && Number.isFinite(score);
}

const gates = new WeakMap<SearchEngine, EngineGate>();

/** Returns the gate of an engine, which all searches of this process share. */
export function getEngineGate({ engine, searchLimitMs }: Sidecar): EngineGate {
  const gate = gates.get(engine) ?? new EngineGate(engine, searchLimitMs);
  gates.set(engine, gate);
  return gate;
}
