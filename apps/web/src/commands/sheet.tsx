import { href } from '../app/router.js';
import { Dialog } from '../ui/dialog.js';
import { closeOverlay } from './open.js';
import { applicable } from './registry.js';

const close = () => closeOverlay('sheet');

/** The keys one can use here. */
export const Sheet = () => (
  <Dialog title="Keys" onClose={close}>
    <dl class="key-sheet">
      {applicable()
        .filter(({ keys }) => keys.length > 0)
        .map(({ id, title, keys }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              {keys.map((sequence) => (
                <kbd key={sequence}>{sequence}</kbd>
              ))}
            </dd>
          </div>
        ))}
    </dl>
    <p class="switcher-hint">
      Mod is Ctrl, or Cmd on a Mac. <a href={href(['settings', 'keys'])}>Change keys</a>
    </p>
    <button type="button" class="button" onClick={close}>
      Close
    </button>
  </Dialog>
);
