import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { makeVisible } from '../../text/visible.js';
import { ResourceDialog } from '../resource-dialog.js';

/** A button that opens an attachment. It shows the name when that can be loaded, else the id. */
export function ResourceButton({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const name = useName(id);
  return (
    <>
      <button type="button" class="resource-name" onClick={() => setOpen(true)}>
        {name === undefined ? <code>{id}</code> : <bdi>{makeVisible(name)}</bdi>}
      </button>
      {isOpen && <ResourceDialog resource_id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loads the name once: it never changes, and after another change of the library the attachment may be deleted. */
function useName(resource_id: string): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    call('getResource', { resource_id }, controller.signal).then(
      ({ filename }) => setName(filename),
      (error: unknown) => {
        if (!(controller.signal.aborted || error instanceof ApiError)) throw error;
      },
    );
    return () => controller.abort();
  }, [resource_id]);
  return name;
}
