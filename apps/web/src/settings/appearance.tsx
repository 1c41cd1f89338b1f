import { change, settings } from '../app/settings.js';
import { Choices } from './choices.js';

export const Appearance = () => (
  <>
    <Choices
      legend="Theme"
      options={{ system: 'As the system', light: 'Light', dark: 'Dark' }}
      value={settings.value.theme}
      onChange={(theme) => change({ theme })}
    />
    <Choices
      legend="Density"
      options={{ comfortable: 'Comfortable', compact: 'Compact' }}
      value={settings.value.density}
      onChange={(density) => change({ density })}
    />
    <p class="hint">Kept in this browser.</p>
  </>
);
