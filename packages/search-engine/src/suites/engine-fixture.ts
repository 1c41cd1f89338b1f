import type { EngineRecord, SearchEngine } from '../port.js';

/** Texts for the channel `meaning`: `near` means what `query` asks for in other words, `far` does not. */
export interface MeaningExample {
  readonly query: string;
  readonly near: string;
  readonly far: string;
}

/** Ways to make the engine of a fixture fail. Cases of the suite that need an absent one do not apply to the engine. */
export interface EngineFaults {
  /** Kills the process of the engine, in the middle of its work if there is any. */
  kill?(): Promise<void>;
  /** Starts it again with the data that it had. Present together with `kill`. */
  restart?(): Promise<void>;
  /** Opens the engine with a wrong key. */
  openWithWrongKey?(): SearchEngine;
  /** Opens another program, or another version of the engine, at the address of an engine. One adapter for each. */
  openIncompatible?(): Promise<readonly SearchEngine[]>;
  /** Opens programs whose answers have the form of the protocol in part. One adapter for each. */
  openGarbage?(): Promise<readonly SearchEngine[]>;
  /** Opens an engine that accepts requests and never answers. */
  openSilent?(): Promise<SearchEngine>;
  /** Fills the disk of the engine. Returns the function that frees it. */
  fillDisk?(): Promise<() => Promise<void>>;
}

/** A new engine without an index. */
export interface EngineFixture {
  /** Opens the engine for one library. Every call returns another instance, with the same index. */
  open(): SearchEngine;
  /** Opens the engine for another library. Absent: the engine has only one. */
  openOtherLibrary?(): SearchEngine;
  /** Example that the model of the engine knows. Absent: the engine is not set up for the channel `meaning`. */
  readonly meaning?: MeaningExample;
  /** Resolves when the engine has all records in the channel `meaning`. Absent: it has them when `apply` resolves. */
  waitForMeaning?(engine: SearchEngine): Promise<void>;
  /** Record that the engine cannot store. Absent: there is none. */
  readonly unacceptable?: EngineRecord;
  readonly faults: EngineFaults;
}

/** Part of a fixture that a case needs. */
export type EngineNeed = keyof EngineFaults | 'openOtherLibrary' | 'meaning' | 'unacceptable';

/** A case of the suite that every search engine passes. `run` rejects when the engine breaks the promise in `name`. */
export interface EngineCase {
  readonly name: string;
  readonly needs?: EngineNeed;
  run(fixture: EngineFixture): Promise<void>;
}

/** Returns the reason why a case does not apply to the engine of a fixture; null when it does. */
export function findUnmetNeed({ needs }: EngineCase, fixture: EngineFixture): string | null {
  if (needs === undefined || (fixture as Partial<Record<EngineNeed, unknown>>)[needs] !== undefined) return null;
  return fixture.faults[needs as keyof EngineFaults] === undefined ? `The engine of this test has no ${needs}` : null;
}
