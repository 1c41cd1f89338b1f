import { useState } from 'preact/hooks';
import { areBytesLocal, useHeldAttachment } from '../../sync/attachments/held-attachment.js';
import { bytes } from '../../text/numbers.js';
import { makeVisible } from '../../text/visible.js';
import { ResourceDialog } from '../resource-dialog.js';
import type { FileRow } from './file-row.js';
import { text } from './texts.js';
import { Thumbnail } from './thumbnail.js';

/** One attachment in the grid: its picture, name, size and use. It opens the dialog with its preview and actions. */
export function FileCard({ file: { resource, notes } }: { readonly file: FileRow }) {
  const [isOpen, setOpen] = useState(false);
  const isLocal = areBytesLocal(useHeldAttachment(resource.id));
  return (
    <li data-row>
      <button type="button" class="file-card-button" onClick={() => setOpen(true)}>
        <Thumbnail resource={resource} isLocal={isLocal} />
        <bdi class="file-card-name">{makeVisible(resource.filename)}</bdi>
        <span class="hint">{bytes(resource.size_bytes)}</span>
        <span class="hint">{notes.length === 0 ? text.notUsed : text.usedInNotes(notes.length)}</span>
      </button>
      {isOpen && <ResourceDialog resource_id={resource.id} onClose={() => setOpen(false)} />}
    </li>
  );
}
