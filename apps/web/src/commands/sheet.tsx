import { href } from '../kernel/router.js';
import { fill } from '../text/catalogue.js';
import { Dialog } from '../ui/dialog.js';
import { Keycaps } from './keycaps.js';
import { closeOverlay, type Overlay } from './overlay.js';
import { type Command, groupCommands, listApplicable } from './registry.js';
import { text } from './sheet-texts.js';
import { text as commandText } from './texts.js';

/** The keys available here. */
export const Sheet = ({ overlay }: { readonly overlay: Overlay }) => (
  <Dialog title={text.sheetTitle} onClose={() => closeOverlay(overlay)}>
    <div class="key-groups">
      {groupCommands(listApplicable().filter(({ keys }) => keys.length > 0)).map(([label, members]) => (
        <section key={label} aria-label={label}>
          <h3>{label}</h3>
          <dl class="key-sheet">{members.map(renderKeys)}</dl>
        </section>
      ))}
    </div>
    <p class="switcher-hint">
      {fill(text.sideHint, { keys: <Keycaps sequence="Mod+Enter" />, key: <Keycaps sequence="Mod" /> })}
    </p>
    <p class="switcher-hint">{text.tabHint}</p>
    <p class="switcher-hint">{fill(text.pasteHint, { keys: <Keycaps sequence="Mod+Shift+V" /> })}</p>
    <p class="switcher-hint">
      {text.singleKeys} <a href={href(['settings', 'keys'])}>{commandText.changeKeys}</a>
    </p>
    <div class="form-buttons">
      <button type="button" class="button" onClick={() => closeOverlay(overlay)}>
        {text.close}
      </button>
    </div>
  </Dialog>
);

const renderKeys = ({ id, title, keys }: Command) => (
  <div key={id}>
    <dt>{title}</dt>
    <dd>
      {keys.map((sequence) => (
        <span key={sequence}>
          <Keycaps sequence={sequence} />
        </span>
      ))}
    </dd>
  </div>
);
