import { useState } from 'preact/hooks';
import { fill } from '../text/catalogue.js';
import { copy, copyText } from './copy-text.js';
import { Icon } from './icon.js';
import { text } from './texts.js';
import './terminal.css';

/** White space between the words of a command; `split` keeps it. */
const SPACES = /(\s+)/;

interface CommandProps {
  readonly command: string;
}

/** A command, or lines of a settings file, with a copy button. */
export function TerminalCommand({ command }: CommandProps) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="terminal">
      <code>
        {command.split(SPACES).map((part, index) => (index % 2 === 0 ? <span key={index}>{part}</span> : part))}
      </code>
      <button type="button" class="button" onClick={() => void copy(command).then(setCopied)}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span role="status">{copied ? text.copied : text.copy}</span>
      </button>
    </div>
  );
}

interface CopiedProps {
  readonly value: string;
  /** Full label of the button. */
  readonly label: string;
}

/** A value with a copy button. */
export const Copied = ({ value, label }: CopiedProps) => (
  <>
    <code>{value}</code>{' '}
    <button type="button" class="button" aria-label={label} onClick={() => void copyText(value)}>
      {text.copy}
    </button>
  </>
);

interface DigestProps {
  /** Text that contains `{digest}`. */
  readonly label: string;
  readonly sha256: string;
}

/** A digest with a copy button. A command that is given the digest does exactly the displayed action. */
export const Digest = ({ label, sha256 }: DigestProps) => (
  <p>
    {fill(label, { digest: <code class="digest">{sha256}</code> })}{' '}
    <button type="button" class="button" onClick={() => void copyText(sha256)}>
      {text.copyDigest}
    </button>
  </p>
);
