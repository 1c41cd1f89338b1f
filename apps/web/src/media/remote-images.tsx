import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import type { RemoteNote } from '../drafts/remote.js';
import { useData } from '../kernel/use-data.js';
import { Dialog } from '../ui/dialog.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage, Loaded, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { joinReasons } from './reasons.js';
import { text } from './texts.js';
import './images.css';

type Scan = Output<'scanRemoteMedia'>;
type Fetched = Output<'localizeRemoteMedia'>['items'];

/** Maximum number of addresses per request. */
const AT_ONCE = 50;

interface RemoteImagesProps {
  readonly note: RemoteNote;
  readonly editable: boolean;
  readonly onClose: () => void;
}

/** Remote images of a note, the fetch policy for each, and a button that makes the service fetch them. */
export function RemoteImages({ note, editable, onClose }: RemoteImagesProps) {
  // Kept as they were at first, because fetching images changes the note.
  const [{ id, revisionId }] = useState(note);
  const scan = useData(`images:${id}:${revisionId}`, (signal) => call('scanRemoteMedia', { document_id: id }, signal));
  const [fetched, setFetched] = useState<Fetched>();
  const { isRunning, error, run } = useAction();
  const fetchAll = (urls: readonly string[]) =>
    run(async () => {
      const request = { document_id: id, base_revision_id: revisionId, urls: [...urls] };
      setFetched((await call('localizeRemoteMedia', request)).items);
    });
  return (
    <Dialog title={text.remoteImages} onClose={onClose}>
      <div class="form">
        {fetched ? (
          <FetchedList items={fetched} />
        ) : (
          <Loaded data={scan}>
            {(found) => (
              <>
                <ScannedList scan={found} />
                {editable && <FetchForm urls={fetchable(found)} isRunning={isRunning} onFetch={fetchAll} />}
              </>
            )}
          </Loaded>
        )}
        <ErrorMessage error={error} />
      </div>
    </Dialog>
  );
}

/** Returns the distinct addresses that may be fetched, up to the limit of one request. */
const fetchable = ({ items }: Scan): string[] =>
  [...new Set(items.filter(({ decision }) => decision === 'allowed').map(({ url }) => url))].slice(0, AT_ONCE);

interface FetchFormProps {
  readonly urls: readonly string[];
  readonly isRunning: boolean;
  readonly onFetch: (urls: readonly string[]) => void;
}

const FetchForm = ({ urls, isRunning, onFetch }: FetchFormProps) =>
  urls.length === 0 ? null : (
    <>
      <p class="hint">{text.fetchHint}</p>
      <div class="form-buttons">
        <ServiceButton variant="primary" disabled={isRunning} onClick={() => onFetch(urls)}>
          {text.fetch(urls.length)}
        </ServiceButton>
      </div>
    </>
  );

const ScannedList = ({ scan: { items, truncated } }: { readonly scan: Scan }) =>
  items.length === 0 ? (
    <p>{text.noRemoteImages}</p>
  ) : (
    <>
      <p class="hint">{text.nothingFetched}</p>
      <ul class="images-elsewhere">
        {items.map(({ url, line, start_byte, decision, reasons }) => (
          <li key={start_byte}>
            <code>{url}</code> {text.inLine(line)}
            <br />
            {decision === 'allowed' ? text.canBeFetched : text.cannotBeFetched(joinReasons(reasons))}
          </li>
        ))}
      </ul>
      {truncated && <Truncated>{text.imagesCut(items.length)}</Truncated>}
    </>
  );

const FetchedList = ({ items }: { readonly items: Fetched }) => (
  <ul class="images-elsewhere" role="status">
    {items.map(({ url, status, reasons }) => (
      <li key={url}>
        <code>{url}</code>
        <br />
        {status === 'localized' ? text.fetched : text.notFetched(joinReasons(reasons))}
      </li>
    ))}
  </ul>
);
