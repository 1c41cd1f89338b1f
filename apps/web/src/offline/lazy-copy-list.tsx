import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The list of copies. Its code is loaded only when the service does not answer; if it cannot be loaded, it is empty. */
export function LazyCopyList() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    import('./copy-list.js').then(
      ({ CopyList }) => setList(() => CopyList),
      () => undefined,
    );
  }, []);
  return List === undefined ? null : <List />;
}
