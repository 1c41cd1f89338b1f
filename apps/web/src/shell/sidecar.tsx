import { useState } from 'preact/hooks';
import type { Status } from '../kernel/connection.js';
import { href } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { makeLazy } from '../ui/lazy.js';
import './sidecar.css';

const SidecarDetails = makeLazy(async () => (await import('./sidecar-details.js')).SidecarDetails);

type Sidecar = Status['search_sidecar'];

const sidecarWords: Readonly<Record<Sidecar['state'], string>> = {
  off: text.sidecarOff,
  unavailable: text.sidecarUnavailable,
  active: text.sidecarActive,
  degraded: text.sidecarDegraded,
};

const POPOVER = 'sidecar-details';

/** States that need no attention are shown as a dot; the button is named after them all the same. */
const isFine = ({ state }: Sidecar): boolean => state === 'off' || state === 'active';

/** Chip with the current way of searching; its label always includes the state of the sidecar. */
export function SidecarChip({ sidecar }: { readonly sidecar: Sidecar }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`${isFine(sidecar) ? 'icon-button' : 'chip'} sidecar-${sidecar.state}`}
        popovertarget={POPOVER}
        aria-label={text.sidecarState(sidecarWords[sidecar.state], sidecar.state)}
        title={text.sidecarState(sidecarWords[sidecar.state], sidecar.state)}
      >
        <span class="dot" aria-hidden="true" />{' '}
        <span class={isFine(sidecar) ? 'visually-hidden' : 'wide-only'}>{sidecarWords[sidecar.state]}</span>
      </button>
      <div id={POPOVER} popover="auto" class="popover raised" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {isOpen && <SidecarDetails sidecar={sidecar} />}
        <p>
          <a href={href(['settings', 'status'])}>{text.serviceStatus}</a>
        </p>
      </div>
    </>
  );
}
