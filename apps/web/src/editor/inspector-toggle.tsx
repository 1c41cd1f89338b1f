import { paneToggle } from '../app/pane-toggle.js';
import { Icon } from '../ui/icon.js';
import { text } from './texts.js';

const inspector = paneToggle('inspector', '(width < 1280px)');

export const isInspectorOpen = inspector.isOpen;
export const toggleInspector = inspector.toggle;

export const InspectorToggle = () => (
  <button
    type="button"
    aria-expanded={isInspectorOpen()}
    aria-label={text.aboutNote}
    title={text.aboutNote}
    onClick={toggleInspector}
  >
    <Icon name="panel" />
  </button>
);
