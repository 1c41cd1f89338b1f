import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call, contentPath } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { isPdf, LazyViewer, ViewButton } from '../pdf/pdf-card.js';
import { Media } from '../reading/parts/media.js';
import { Availability } from '../sync/attachments/availability.js';
import { areBytesLocal, useHeldAttachment } from '../sync/attachments/held-attachment.js';
import { longDate } from '../text/dates.js';
import { bytes } from '../text/numbers.js';
import { copyText } from '../ui/copy-text.js';
import { Dialog } from '../ui/dialog.js';
import { Facts } from '../ui/facts.js';
import { NoteLink } from '../ui/note-link.js';
import { Loaded, Truncated } from '../ui/states.js';
import { DeleteForm } from './delete-form.js';
import { toMarkdown } from './files.js';
import { MAX_HOLDERS, useHolders } from './holders.js';
import { InsertIntoNote } from './insert-into-note.js';
import { text } from './resource-texts.js';
import { isText, TextPreview } from './text-preview.js';
import './resource-dialog.css';

interface ResourceDialogProps {
  readonly resource_id: string;
  /** Part shown at once: the fields that confirm the deletion, or the viewer of a PDF. */
  readonly opens?: 'deletion' | 'viewer' | undefined;
  readonly onClose: () => void;
}

/** An attachment, its properties and the notes with it. An attachment without a note can be deleted here. */
export function ResourceDialog({ resource_id, opens, onClose }: ResourceDialogProps) {
  const data = useData(`resource ${resource_id}`, (signal) => call('getResource', { resource_id }, signal));
  return (
    <Dialog title={data.value?.filename ?? text.resource} onClose={onClose}>
      <div class="resource">
        <Loaded data={data}>
          {(resource) => (
            <>
              <About resource={resource} isOpened={opens === 'viewer'} onClose={onClose} />
              <Holders resource={resource} isDeleting={opens === 'deletion'} onClose={onClose} />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

interface ResourceProps {
  readonly resource: Output<'getResource'>;
}

interface AboutProps extends ResourceProps {
  /** True when the viewer of a PDF is shown at once. */
  readonly isOpened: boolean;
  readonly onClose: () => void;
}

function About({ resource, isOpened, onClose }: AboutProps) {
  const { id, filename, mime_type, size_bytes, created_at, sha256 } = resource;
  const heldAttachment = useHeldAttachment(id);
  const [isBroken, setBroken] = useState(false);
  const [isInserting, setInserting] = useState(false);
  const [isViewing, setViewing] = useState(isOpened);
  const canPreview = /^(?:image|audio|video)\//.test(mime_type) && !isBroken;
  return (
    <>
      {canPreview && areBytesLocal(heldAttachment) && (
        <div onErrorCapture={() => setBroken(true)}>
          <Media resource={resource} alt={filename} />
        </div>
      )}
      {isText(resource) && areBytesLocal(heldAttachment) && <TextPreview resource={resource} />}
      {isViewing && isPdf(resource) && areBytesLocal(heldAttachment) && <LazyViewer {...resource} />}
      <Facts
        facts={[
          [text.type, mime_type],
          [text.size, bytes(size_bytes)],
          [text.added, longDate(created_at)],
          [text.resourceId, <code key="id">{id}</code>],
          [text.sha256, <code key="sha256">{sha256}</code>],
        ]}
      />
      {areBytesLocal(heldAttachment) && (
        <p class="row-actions">
          {isPdf(resource) && <ViewButton file={resource} isOpen={isViewing} onToggle={() => setViewing(!isViewing)} />}
          <a class="button" href={`${contentPath(id)}?download=true`}>
            {text.download}
          </a>
          <button type="button" class="button" onClick={() => void copyText(toMarkdown(resource))}>
            {text.copyMarkdown}
          </button>
          <button type="button" class="button" onClick={() => setInserting(true)}>
            {text.insertIntoNoteEllipsis}
          </button>
        </p>
      )}
      <Availability data={heldAttachment} />
      {isInserting && <InsertIntoNote resource={resource} onClose={() => setInserting(false)} onInsert={onClose} />}
    </>
  );
}

interface HoldersProps extends ResourceProps {
  readonly isDeleting: boolean;
  readonly onClose: () => void;
}

/** Lists the notes that use the attachment. An attachment in use cannot be deleted. */
function Holders({ resource, isDeleting, onClose }: HoldersProps) {
  const data = useHolders(resource);
  return (
    <Loaded data={data}>
      {({ notes, trashed, isCut }) => (
        <>
          <h3>{text.usedBy}</h3>
          {notes.length === 0 ? (
            <p>{text.unused}</p>
          ) : (
            <ul>
              {notes.map((note) => (
                <li key={note.document_id}>
                  <NoteLink id={note.document_id} title={note.title} onClick={onClose} />
                </li>
              ))}
            </ul>
          )}
          {trashed.length > 0 && (
            <>
              <h3>{text.possiblyUsedBy}</h3>
              <ul>
                {trashed.map((note) => (
                  <li key={note.document_id}>
                    <NoteLink id={note.document_id} title={note.title} isTrashed onClick={onClose} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {isCut && <Truncated>{text.checkedNotesCut(MAX_HOLDERS)}</Truncated>}
          {notes.length === 0 ? (
            <DeleteForm resource={resource} isOpen={isDeleting} onDelete={onClose} />
          ) : (
            <p>{text.deletionHint}</p>
          )}
        </>
      )}
    </Loaded>
  );
}
