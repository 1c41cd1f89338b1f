import { fill } from '../text/fill.js';
import { copyText } from './copy.js';
import { text } from './texts.js';

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
