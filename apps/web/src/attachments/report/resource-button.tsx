import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../app/use-data.js';
import { ResourceDialog } from '../resource-dialog.js';

/** An attachment of which only the id is known: by its name, and opened by a click. */
export function ResourceButton({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { value } = useData(`resource ${id}`, (signal) => call('getResource', { resource_id: id }, signal));
  return (
    <>
      <button type="button" class="resource-name" onClick={() => setOpen(true)}>
        {value === undefined ? <code>{id}</code> : <bdi>{value.filename}</bdi>}
      </button>
      {isOpen && <ResourceDialog resource_id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
