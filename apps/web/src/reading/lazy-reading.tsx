import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../editor/texts.js';

type View = typeof import('./reading.js').Reading;

/** The reading view, once loaded. */
let Loaded: View | undefined;

/** Shows a note for reading. The code is loaded with the first note read, because most are opened for editing. */
export function LazyReading(props: ComponentProps<View>) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded === undefined ? 'loading' : 'loaded');
  useEffect(() => {
    if (Loaded !== undefined) return;
    let isMounted = true;
    const update = (next: typeof state) => isMounted && setState(next);
    import('./reading.js').then(
      ({ Reading }) => {
        Loaded = Reading;
        update('loaded');
      },
      () => update('failed'),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (state === 'failed') return <p role="alert">{text.readingNotLoaded}</p>;
  return Loaded === undefined ? null : <Loaded {...props} />;
}
