import { href } from '../app/router.js';
import { fill } from '../text/fill.js';
import { TerminalCommand } from '../ui/copy.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { text } from './texts.js';

const IMPORT = 'notes import markdown FOLDER';

/** In place of the list in a library without notes: how they get here. */
export const NoNotes = () => (
  <Empty>
    <p>{text.noNotes}</p>
    <a class="button primary" href={href(['new'])}>
      <Icon name="plus" />
      {text.newNote}
    </a>
    <p class="empty-hint">{text.importHint}</p>
    <TerminalCommand command={IMPORT} />
    <p class="empty-hint">
      {fill(text.connectHint, { connect: <a href={href(['settings', 'connect'])}>{text.connect}</a> })}
    </p>
  </Empty>
);
