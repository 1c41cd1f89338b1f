import { fill } from '../text/fill.js';
import { copyText } from './copy.js';
import { text } from './texts.js';

interface DigestProps {
  /** A text with `{digest}` in it. */
  readonly label: string;
  readonly sha256: string;
}

/** A digest that can be copied: what a command is given to do this and nothing else. */
export const Digest = ({ label, sha256 }: DigestProps) => (
  <p>
    {fill(label, { digest: <code class="digest">{sha256}</code> })}{' '}
    <button type="button" class="button" onClick={() => void copyText(sha256)}>
      {text.copyDigest}
    </button>
  </p>
);
