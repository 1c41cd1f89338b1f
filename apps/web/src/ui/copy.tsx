import { useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { notify } from './notices.js';
import { text } from './texts.js';

export async function copyText(copied: string): Promise<void> {
  await navigator.clipboard.writeText(copied);
  notify(text.copied);
}

interface CommandProps {
  readonly command: string;
}

/** What only the command line does, ready to be copied. */
export function TerminalCommand({ command }: CommandProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
  };
  return (
    <div class="terminal">
      <code>{command}</code>
      <button type="button" class="button" onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span role="status">{copied ? text.copied : text.copy}</span>
      </button>
    </div>
  );
}
