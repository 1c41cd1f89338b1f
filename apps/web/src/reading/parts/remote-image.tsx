import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { asApiError, formatError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { refreshStatus } from '../../kernel/connection.js';
import { joinReasons } from '../../media/reasons.js';
import { fill } from '../../text/catalogue.js';
import { ServiceButton } from '../../ui/service-button.js';
import { text } from '../texts.js';

/** Note that contains an image. */
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

/** Placeholder of a remote image. Nothing is fetched until the user requests it from the service. */
export function RemoteImage({ url, alt, owner }: RemoteImageProps) {
  const [message, setMessage] = useState('');
  const run = (action: (owner: Owner, url: string) => Promise<string>) => {
    if (owner === undefined) return;
    setMessage(text.working);
    action(owner, url).then(setMessage, (error: unknown) => {
      setMessage(formatError(asApiError(error)));
    });
  };
  const host = <b>{new URL(url).host}</b>;
  return (
    <span class="remote-image">
      <span>{fill(alt === '' ? text.remoteImage : text.remoteImageNamed, { host, alt })}</span>
      {owner !== undefined && <ServiceButton onClick={() => run(scan)}>{text.check}</ServiceButton>}
      {owner?.editable === true && <ServiceButton onClick={() => run(localise)}>{text.fetch}</ServiceButton>}
      <span role="status">{message}</span>
    </span>
  );
}

type Scanned = Output<'scanRemoteMedia'>['items'][number];

/** Finds an image in the stored note; addresses are normalised as browsers do. */
async function find(documentId: string, url: string): Promise<Scanned | undefined> {
  const { items } = await call('scanRemoteMedia', { document_id: documentId });
  return items.find((item) => URL.parse(item.url)?.href === url);
}

async function scan({ id }: Owner, url: string): Promise<string> {
  const found = await find(id, url);
  if (found === undefined) return text.saveFirst;
  return found.decision === 'allowed' ? text.canBeFetched : text.cannotBeFetched(joinReasons(found.reasons));
}

async function localise({ id, current_revision_id }: Owner, url: string): Promise<string> {
  const found = await find(id, url);
  if (found === undefined) return text.saveFirst;
  const input = { document_id: id, base_revision_id: current_revision_id, urls: [found.url] };
  const [done] = (await call('localizeRemoteMedia', input)).items;
  if (done?.status !== 'localized') return text.notFetched(joinReasons(done?.reasons ?? []));
  refreshStatus();
  return text.fetched;
}
