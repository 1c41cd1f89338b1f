import type { RawInput } from '@notes/contract';
import { useState } from 'preact/hooks';
import { status } from '../kernel/connection.js';
import { commandLine } from '../ui/command-line.js';
import { TerminalCommand } from '../ui/copy.js';
import { Select } from '../ui/form-fields.js';
import { text } from './welcome-texts.js';
import './import-guide.css';

type Format = RawInput<'importFolder'>['format'];

const names: Readonly<Record<Format, string>> = {
  markdown: text.fromMarkdown,
  obsidian: text.fromObsidian,
  joplin: text.fromJoplin,
  evernote: text.fromEvernote,
  notion: text.fromNotion,
  html: text.fromHtml,
};

/** Placeholders for the path to fill in. */
const sources: Readonly<Record<Format, string>> = {
  markdown: 'FOLDER',
  obsidian: 'VAULT',
  joplin: 'EXPORT.jex',
  evernote: 'EXPORT.enex',
  notion: 'EXPORT.zip',
  html: 'FOLDER',
};

/** Command that imports notes from another program into the current library. */
export function ImportGuide() {
  const [format, setFormat] = useState<Format>('markdown');
  const folder = status.value?.paths.data_dir;
  const library = folder === undefined ? [] : ['--data-dir', folder];
  return (
    <div class="import-guide">
      <Select class="field" label={text.importFrom} options={names} value={format} onChange={setFormat} />
      <p class="hint">{text.runInTerminal}</p>
      <TerminalCommand command={commandLine(['notes', 'import', format, sources[format], ...library])} />
      <p class="hint">{text.importHint}</p>
    </div>
  );
}
