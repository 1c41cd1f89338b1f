import { HELP_NOTEBOOK } from '../kernel/help-notebook.js';
import { href } from '../kernel/router.js';
import { fill } from '../text/catalogue.js';
import { Icon } from '../ui/icon.js';
import { ImportGuide } from './import-guide.js';
import { text } from './welcome-texts.js';
import './welcome.css';

/** Greets a user without notes of their own, with three ways to begin, the import and Help. */
export const Welcome = () => (
  <section class="welcome" aria-label={text.welcome}>
    <h2>{text.welcome}</h2>
    <p>{text.emptyLibrary}</p>
    <p class="hint">{fill(text.helpHint, { help: <a href={href(['nb', HELP_NOTEBOOK])}>{text.help}</a> })}</p>
    <h3>{text.writeFirst}</h3>
    <p>
      <a class="button primary" href={href(['new'])}>
        <Icon name="plus" />
        {text.newNote}
      </a>
    </p>
    <h3>{text.keepJournal}</h3>
    <p>
      <a class="button" href={href(['today'])}>
        <Icon name="today" />
        {text.openToday}
      </a>
    </p>
    <h3>{text.connectAssistant}</h3>
    <p>
      <a class="button" href={href(['settings', 'connect'])}>
        {text.showSetup}
      </a>
    </p>
    <h3>{text.importNotes}</h3>
    <ImportGuide />
  </section>
);
