import { changeSettings, settings } from '../kernel/settings.js';
import { Check } from '../ui/form-fields.js';
import { notify } from '../ui/notices.js';
import { Section } from '../ui/page.js';
import { useAction } from '../ui/use-action.js';
import { MAX_COPIES } from './copy-bounds.js';
import { removeAllCopies } from './note-copies.js';
import { text } from './texts.js';

/** Setting for the page and the notes that this browser keeps for times without the service. */
export function OfflineSettings() {
  const removal = useAction();
  const remove = async () => {
    await removeAllCopies();
    notify(text.copiesRemoved);
  };
  return (
    <Section title={text.offline}>
      <Check
        label={text.keepOffline}
        checked={settings.value.offline}
        onChange={(offline) => changeSettings({ offline })}
      />
      <p class="hint">{text.keepHint(MAX_COPIES)}</p>
      {settings.value.offline && (
        <div>
          <button type="button" class="button" disabled={removal.isRunning} onClick={() => removal.run(remove)}>
            {text.removeCopies}
          </button>
        </div>
      )}
    </Section>
  );
}
