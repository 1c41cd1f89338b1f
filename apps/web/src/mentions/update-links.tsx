import { useState } from 'preact/hooks';
import { asApiError, formatError } from '../api/api-error.js';
import { useData } from '../kernel/use-data.js';
import { DataTable } from '../ui/data-table.js';
import { Dialog } from '../ui/dialog.js';
import { formatTitle, NoteLink } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import type { OutdatedLinks } from './outdated-links.js';
import { replaceInNote } from './replace-ranges.js';
import { text } from './texts.js';

interface UpdateLinksProps {
  /** Former name of the note or heading. */
  readonly former: string;
  readonly now: string;
  readonly find: (signal: AbortSignal) => Promise<OutdatedLinks>;
  readonly onClose: () => void;
}

/** Lists the links that name a note or a heading by its former name, and changes them on request. */
export function UpdateLinks({ former, now, find, onClose }: UpdateLinksProps) {
  const data = useData(`outdated ${former} ${now}`, find);
  return (
    <Dialog title={text.updateLinks} onClose={onClose}>
      <ErrorMessage error={data.error} />
      {data.value === undefined && data.error === undefined && <p role="status">{text.searching}</p>}
      {data.value?.notes.length === 0 && <p>{text.noLinks(former)}</p>}
      {data.value !== undefined && data.value.notes.length > 0 && (
        <Preview found={data.value} former={former} now={now} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface PreviewProps extends Omit<UpdateLinksProps, 'find'> {
  readonly found: OutdatedLinks;
}

function Preview({ found: { notes, isCut }, former, now, onClose }: PreviewProps) {
  const { isRunning, error, run } = useAction();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const count = notes.reduce((sum, { links }) => sum + links.length, 0);
  const update = () =>
    run(async () => {
      const failed: string[] = [];
      let updated = 0;
      for (const { documentId, revisionId, title: name, links } of notes) {
        try {
          await replaceInNote(documentId, revisionId, links);
          updated += links.length;
        } catch (reason) {
          failed.push(text.notUpdated(formatTitle(name), formatError(asApiError(reason))));
        }
      }
      setFailures(failed);
      if (updated > 0) notify(text.updated(updated, notes.length - failed.length));
      if (failed.length === 0) onClose();
    });
  return (
    <>
      <p>{text.explainUpdate(former, now)}</p>
      <DataTable label={text.updateLinks} heads={[text.note, text.line, text.before, text.after]}>
        {notes.flatMap(({ documentId, title: name, links }) =>
          links.map(({ line, startByte, written, replace }) => (
            <tr key={`${documentId} ${startByte}`}>
              <td>
                <NoteLink id={documentId} title={name} line={line} onClick={onClose} />
              </td>
              <td>{line}</td>
              <td>
                <code>{written}</code>
              </td>
              <td>
                <code>{replace}</code>
              </td>
            </tr>
          )),
        )}
      </DataTable>
      {isCut && <Truncated>{text.searchCut}</Truncated>}
      <ErrorMessage error={error} />
      {failures.length > 0 && (
        <div role="alert">
          <p>{text.someNotUpdated}</p>
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </div>
      )}
      <div class="form-buttons">
        <button type="button" class="button" onClick={onClose}>
          {text.close}
        </button>
        <ServiceButton variant="primary" disabled={isRunning} onClick={update}>
          {text.updateCount(count)}
        </ServiceButton>
      </div>
    </>
  );
}
