import { copyText } from '../ui/copy.js';

interface ShownCodeProps {
  readonly code: string;
  /** Of the button that copies it. */
  readonly label: string;
}

/** A code to be read off the screen; in groups, so that it can be read out. */
export const ShownCode = ({ code, label }: ShownCodeProps) => (
  <div class="shown-code">
    <code>
      {code.split(/(?<=-)/).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
    <button type="button" class="button" onClick={() => void copyText(code)}>
      {label}
    </button>
  </div>
);
