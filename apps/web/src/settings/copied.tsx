import { copyText } from '../ui/copy.js';
import { text } from './texts.js';

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
