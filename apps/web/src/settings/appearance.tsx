import { changeSettings, settings } from '../kernel/settings.js';
import { OfflineSettings } from '../offline/offline-settings.js';
import { Check, Choices } from '../ui/form-fields.js';
import { Section } from '../ui/page.js';
import { text } from './texts.js';

const MIN_PROSE_SIZE = 14;
const MAX_PROSE_SIZE = 20;

/** Settings of the page's look and its text. */
export const Appearance = () => (
  <>
    <Section title={text.page}>
      <Choices
        legend={text.theme}
        options={{ system: text.system, light: text.light, dark: text.dark }}
        value={settings.value.theme}
        onChange={(theme) => changeSettings({ theme })}
      />
      <Choices
        legend={text.density}
        options={{ comfortable: text.comfortable, compact: text.compact }}
        value={settings.value.density}
        onChange={(density) => changeSettings({ density })}
      />
    </Section>
    <Section title={text.noteText}>
      <Prose />
    </Section>
    <OfflineSettings />
    <p class="hint">{text.storedInBrowser}</p>
  </>
);

const Prose = () => (
  <>
    <Choices
      legend={text.font}
      options={{ serif: text.serif, sans: text.sans, mono: text.mono }}
      value={settings.value.proseFace}
      onChange={(proseFace) => changeSettings({ proseFace })}
    />
    <Choices
      legend={text.width}
      options={{ narrow: text.narrow, medium: text.medium, wide: text.wide, full: text.full }}
      value={settings.value.proseWidth}
      onChange={(proseWidth) => changeSettings({ proseWidth })}
    />
    <label class="field prose-size">
      {text.fontSize(settings.value.proseSize)}
      <input
        type="range"
        min={MIN_PROSE_SIZE}
        max={MAX_PROSE_SIZE}
        value={settings.value.proseSize}
        onInput={(event) => changeSettings({ proseSize: event.currentTarget.valueAsNumber })}
      />
    </label>
    <Check
      label={text.breaksLines}
      checked={settings.value.breaksLines}
      onChange={(breaksLines) => changeSettings({ breaksLines })}
    />
    <div class="prose-sample">
      <h3>{text.sampleTitle}</h3>
      <p>{text.sample}</p>
    </div>
  </>
);

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
    <Check label={text.pairs} checked={settings.value.pairs} onChange={(pairs) => changeSettings({ pairs })} />
    <Choices
      legend={text.hashTags}
      options={{ keep: text.hashTagsKeep, remove: text.hashTagsRemove, off: text.hashTagsOff }}
      value={settings.value.hashTags}
      onChange={(hashTags) => changeSettings({ hashTags })}
    />
    <Check label={text.vim} checked={settings.value.vim} onChange={(vim) => changeSettings({ vim })} />
    <p class="hint">{text.appliesToNextNote}</p>
  </>
);
