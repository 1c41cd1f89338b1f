import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { asRefusal, inWords } from '../../api/refusal.js';
import { noteChange } from '../../app/connection.js';

/** The note an image stands in. */
export interface Owner {
  readonly id: string;
  readonly current_revision_id: string;
  readonly editable: boolean;
}

interface RemoteImageProps {
  readonly url: string;
  readonly alt: string;
  readonly owner: Owner | undefined;
}

/** The place of an image that lies elsewhere. Nothing is fetched until somebody asks the service to. */
export function RemoteImage({ url, alt, owner }: RemoteImageProps) {
  const [said, say] = useState('');
  const run = (work: (owner: Owner) => Promise<string>) => {
    if (owner === undefined) return;
    say('Working…');
    work(owner).then(say, (error: unknown) => {
      say(inWords(asRefusal(error)));
    });
  };
  return (
    <span class="remote-image">
      <span>
        Image at <b>{new URL(url).host}</b>
        {alt !== '' && `: ${alt}`}
      </span>
      {owner !== undefined && (
        <button type="button" class="button" onClick={() => run((note) => scan(note, url))}>
          Scan
        </button>
      )}
      {owner?.editable === true && (
        <button type="button" class="button" onClick={() => run((note) => localise(note, url))}>
          Localise
        </button>
      )}
      <span role="status">{said}</span>
    </span>
  );
}

async function scan({ id }: Owner, url: string): Promise<string> {
  const { items } = await call('scanRemoteMedia', { document_id: id });
  const item = items.find((one) => URL.parse(one.url)?.href === url);
  if (item === undefined) return 'The stored note does not show this image; save it first.';
  if (item.decision === 'allowed') return 'It may be fetched. Nothing was downloaded.';
  return `It may not be fetched: ${item.reasons.join(', ').replaceAll('_', ' ')}.`;
}

async function localise({ id, current_revision_id }: Owner, url: string): Promise<string> {
  const { items } = await call('scanRemoteMedia', { document_id: id });
  const written = items.find((one) => URL.parse(one.url)?.href === url)?.url ?? url;
  const input = { document_id: id, base_revision_id: current_revision_id, urls: [written] };
  const answer = await call('localizeRemoteMedia', input);
  const done = answer.items[0];
  if (done?.status !== 'localized') return `Not localised: ${done?.reasons.join(', ').replaceAll('_', ' ')}.`;
  noteChange();
  return 'Localised: the note has a new revision.';
}
