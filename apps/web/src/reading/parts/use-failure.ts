import { useState } from 'preact/hooks';
import { reconnectCount } from '../../kernel/connection.js';

/**
 * Returns true when a file could not be shown, and a function that records this. What failed without the service is tried
 * again when the service is back.
 */
export function useFailure(src: string): readonly [hasFailed: boolean, recordFailure: () => void] {
  const [failedAttempt, setFailedAttempt] = useState<string>();
  const attempt = `${src} ${reconnectCount.value}`;
  return [failedAttempt === attempt, () => setFailedAttempt(attempt)];
}
