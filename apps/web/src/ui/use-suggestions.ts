import type { Output } from '@notes/contract';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { ifAnswered } from '../api/refusal.js';

export type Suggestion = Output<'suggestLinks'>['suggestions'][number];

const PAUSE_MS = 60;
/** What is shorter finds too much: the service refuses it. */
const SHORTEST = 2;

/** Notes whose titles begin so, asked for when typing pauses; an answer that comes late is dropped. */
export function useSuggestions(typed: string, limit = 10): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const q = typed.trim();
  useEffect(() => {
    if ([...q].length < SHORTEST) {
      setFound([]);
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const ask = async () => {
      const answer = await ifAnswered(call('suggestLinks', { q, limit }, signal), signal);
      if (!signal.aborted) setFound(answer?.suggestions ?? []);
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [q, limit]);
  return found;
}
