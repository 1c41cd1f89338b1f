import { changeSettings, settings } from '../kernel/settings.js';
import { Check, Choices } from '../ui/form-fields.js';
import { text } from './texts.js';

/** Settings of the editor. */
export const Editing = () => (
  <>
    <Choices
      legend={text.openNotesIn}
      options={{ last: text.lastUsedView, live: text.live, split: text.split, read: text.read, source: text.source }}
      value={settings.value.opensIn}
      onChange={(opensIn) => changeSettings({ opensIn })}
    />
    <Check
      label={text.spelling}
      checked={settings.value.spelling}
      onChange={(spelling) => changeSettings({ spelling })}
    />
    <p class="hint">{text.appliesToNextNote}</p>
  </>
);
