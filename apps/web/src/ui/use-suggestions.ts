import type { Output } from '@notes/contract';
import { useEffect, useState } from 'preact/hooks';
import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';

export type Suggestion = Output<'suggestLinks'>['suggestions'][number];

const PAUSE_MS = 60;
/** Minimum length of a query; the service refuses shorter ones. */
const MIN_QUERY_LENGTH = 2;

/** Returns notes whose titles begin with the text, requested when typing pauses; a late response is dropped. */
export function useSuggestions(typed: string, limit = 10): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const q = typed.trim();
  useEffect(() => {
    if ([...q].length < MIN_QUERY_LENGTH) {
      setSuggestions([]);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const answer = await ifAnswered(call('suggestLinks', { q, limit }, signal), signal);
      if (!signal.aborted) setSuggestions(answer?.suggestions ?? []);
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q, limit]);
  return suggestions;
}
