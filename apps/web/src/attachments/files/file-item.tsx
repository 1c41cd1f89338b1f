import { useState } from 'preact/hooks';
import { contentPath } from '../../api/client.js';
import { isPdf } from '../../pdf/pdf-card.js';
import { areBytesLocal, useHeldAttachment } from '../../sync/attachments/held-attachment.js';
import { exactDate, shortDate } from '../../text/dates.js';
import { bytes } from '../../text/numbers.js';
import { makeVisible } from '../../text/visible.js';
import { copyText } from '../../ui/copy-text.js';
import { NoteLink } from '../../ui/note-link.js';
import { useId } from '../../ui/unique-id.js';
import { toMarkdown } from '../files.js';
import { InsertIntoNote } from '../insert-into-note.js';
import { ResourceDialog } from '../resource-dialog.js';
import type { FileRow } from './file-row.js';
import { text } from './texts.js';
import { Thumbnail } from './thumbnail.js';

const NOTES_SHOWN = 3;

/** One attachment: its picture, its properties, the notes that use it, and its actions. */
export function FileItem({ file: { resource, notes } }: { readonly file: FileRow }) {
  const [openDialog, setOpenDialog] = useState<'details' | 'deletion' | 'viewer' | 'insertion'>();
  const close = () => setOpenDialog(undefined);
  const nameId = useId();
  const isLocal = areBytesLocal(useHeldAttachment(resource.id));
  const { id, filename, mime_type, size_bytes, created_at } = resource;
  return (
    <li class="file" data-row>
      <Thumbnail resource={resource} isLocal={isLocal} />
      <div class="file-about">
        <button type="button" id={nameId} class="resource-name" onClick={() => setOpenDialog('details')}>
          <bdi>{makeVisible(filename)}</bdi>
        </button>
        <p class="hint">
          <span translate={false}>{mime_type}</span> · {bytes(size_bytes)} ·{' '}
          <time dateTime={created_at} title={exactDate(created_at)}>
            {shortDate(created_at)}
          </time>
        </p>
        <UsedIn notes={notes} />
      </div>
      <div class="file-actions">
        {isLocal && (
          <>
            {isPdf(resource) ? (
              <button type="button" class="button" aria-describedby={nameId} onClick={() => setOpenDialog('viewer')}>
                {text.open}
              </button>
            ) : (
              <a
                class="button"
                href={contentPath(id)}
                target="_blank"
                rel="noopener noreferrer"
                aria-describedby={nameId}
              >
                {text.open}
              </a>
            )}
            <a class="button" href={`${contentPath(id)}?download=true`} aria-describedby={nameId}>
              {text.download}
            </a>
          </>
        )}
        <button
          type="button"
          class="button"
          aria-describedby={nameId}
          onClick={() => void copyText(toMarkdown(resource))}
        >
          {text.copyEmbed}
        </button>
        <button type="button" class="button" aria-describedby={nameId} onClick={() => setOpenDialog('insertion')}>
          {text.insertIntoNote}
        </button>
        {notes.length === 0 && (
          <button
            type="button"
            class="button danger"
            aria-describedby={nameId}
            onClick={() => setOpenDialog('deletion')}
          >
            {text.deleteForever}
          </button>
        )}
      </div>
      {openDialog === 'insertion' && <InsertIntoNote resource={resource} onClose={close} />}
      {openDialog !== undefined && openDialog !== 'insertion' && (
        <ResourceDialog resource_id={id} opens={openDialog === 'details' ? undefined : openDialog} onClose={close} />
      )}
    </li>
  );
}

const UsedIn = ({ notes }: Pick<FileRow, 'notes'>) =>
  notes.length === 0 ? (
    <p class="hint">{text.notUsed}</p>
  ) : (
    <p class="file-notes">
      <span class="hint">{text.usedIn}</span>
      {notes.slice(0, NOTES_SHOWN).map(({ id, title }) => (
        <NoteLink key={id} id={id} title={title} />
      ))}
      {notes.length > NOTES_SHOWN && <span class="hint">{text.moreNotes(notes.length - NOTES_SHOWN)}</span>}
    </p>
  );
