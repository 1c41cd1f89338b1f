import { setTimeout as wait } from 'node:timers/promises';
import type { EngineDescription, SearchEngine } from '@notes/search-engine';

const POLL_MS = 20;

/** Resolves when the channel `meaning` is in a state other than `building`, or in the given one. */
export async function waitForState(engine: SearchEngine, state?: string): Promise<EngineDescription> {
  for (;;) {
    const description = await engine.describe();
    const { meaning } = description.channels;
    if (state === undefined ? meaning !== 'building' : meaning === state) return description;
    await wait(POLL_MS);
  }
}
