import { useState } from 'preact/hooks';
import { notify } from './notices.js';

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notify('Copied');
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
    <p class="terminal">
      <code>{command}</code>
      <button type="button" class="button" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </p>
  );
}
