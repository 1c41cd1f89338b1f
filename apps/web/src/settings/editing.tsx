import { change, settings } from '../app/settings.js';
import { Choices } from './choices.js';
import { text } from './texts.js';

/** How notes are written. */
export const Editing = () => (
  <>
    <Choices
      legend={text.opensIn}
      options={{ last: text.asLast, live: text.live, split: text.split, read: text.read, source: text.source }}
      value={settings.value.opensIn}
      onChange={(opensIn) => change({ opensIn })}
    />
    <label class="field inline">
      <input
        type="checkbox"
        checked={settings.value.spelling}
        onChange={(event) => change({ spelling: event.currentTarget.checked })}
      />
      {text.spelling}
    </label>
    <p class="hint">{text.fromNextNote}</p>
  </>
);
