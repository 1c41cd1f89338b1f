import { useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { notify } from './notices.js';
import { text } from './texts.js';
import './terminal.css';

/** Copies a text and tells of it. */
export async function copyText(copied: string): Promise<void> {
  if (await copy(copied)) notify(text.copied);
}

/** Whether a text was copied. Where the browser does not let the page, as over plain HTTP, that is told. */
async function copy(copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    notify(text.notCopied);
    return false;
  }
}

interface CommandProps {
  readonly command: string;
}

/** A command, or lines of a settings file, ready to be copied. */
export function TerminalCommand({ command }: CommandProps) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="terminal">
      <code>{command}</code>
      <button type="button" class="button" onClick={() => void copy(command).then(setCopied)}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span role="status">{copied ? text.copied : text.copy}</span>
      </button>
    </div>
  );
}
