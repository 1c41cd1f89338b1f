import { useEffect, useState } from 'preact/hooks';
import { pending } from './listen.js';
import { commands } from './registry.js';

const SHOWN_AFTER_MS = 400;

/** What the keys that began can go on with, for who hesitates. */
export function LeaderMenu() {
  const begun = pending.value;
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (begun === '') return setShown('');
    const timer = setTimeout(() => setShown(begun), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  if (begun === '' || shown !== begun) return null;
  const goingOn = commands.value.flatMap(({ title, keys }) =>
    keys
      .filter((sequence) => sequence.startsWith(`${begun} `))
      .map((sequence) => ({ title, rest: sequence.slice(begun.length + 1) })),
  );
  return (
    <div class="leader" role="status">
      <p>
        <kbd>{begun}</kbd> and then
      </p>
      <dl class="key-sheet">
        {goingOn.map(({ title, rest }) => (
          <div key={rest}>
            <dt>{title}</dt>
            <dd>
              <kbd>{rest}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
