import { useEffect, useState } from 'preact/hooks';
import { fill } from '../text/catalogue.js';
import { Keycaps } from './keycaps.js';
import { pending } from './listen.js';
import { listApplicable } from './registry.js';
import { text } from './texts.js';

const SHOWN_AFTER_MS = 400;

/** Lists the keys that can follow a pending sequence, after a short delay. */
export function LeaderMenu() {
  const prefix = pending.value;
  const [visiblePrefix, setVisiblePrefix] = useState('');
  useEffect(() => {
    if (prefix === '') return setVisiblePrefix('');
    const timer = setTimeout(() => setVisiblePrefix(prefix), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [prefix]);
  if (prefix === '' || visiblePrefix !== prefix) return null;
  const continuations = listApplicable().flatMap(({ title, keys }) =>
    keys
      .filter((sequence) => sequence.startsWith(`${prefix} `))
      .map((sequence) => ({ title, rest: sequence.slice(prefix.length + 1) })),
  );
  return (
    <div class="leader raised" role="status">
      <p>{fill(text.keysThen, { keys: <Keycaps sequence={prefix} /> })}</p>
      <dl class="key-sheet">
        {continuations.map(({ title, rest }) => (
          <div key={rest}>
            <dt>{title}</dt>
            <dd>
              <Keycaps sequence={rest} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
