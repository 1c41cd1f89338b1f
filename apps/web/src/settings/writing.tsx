import { change, settings } from '../app/settings.js';
import { Choices } from './choices.js';

const SMALLEST = 14;
const LARGEST = 20;

/** How text is read and written. */
export const Writing = () => (
  <>
    <Choices
      legend="Face of text"
      options={{ serif: 'Serif', sans: 'Sans serif', mono: 'Monospace' }}
      value={settings.value.proseFace}
      onChange={(proseFace) => change({ proseFace })}
    />
    <label class="field">
      Size of text: {settings.value.proseSize} px
      <input
        type="range"
        min={SMALLEST}
        max={LARGEST}
        value={settings.value.proseSize}
        onInput={(event) => change({ proseSize: event.currentTarget.valueAsNumber })}
      />
    </label>
    <p class="prose-sample">Edits survive a dead server, a closed tab and a concurrent writer.</p>
  </>
);
