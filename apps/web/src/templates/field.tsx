import type { ComponentChildren } from 'preact';
import { useId } from '../ui/use-id.js';

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | null;
  /** Why the service did not take what it holds. */
  readonly refusal: string | undefined;
  /** The control, with what ties label, hint and refusal to it. */
  readonly children: (control: Control) => ComponentChildren;
}

/** A labelled control with what is asked for, and with what is wrong. */
export function Field({ label, hint, refusal, children }: FieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, refusal !== undefined && `${id}-refusal`].filter(Boolean).join(' ');
  return (
    <div>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': about || undefined, 'aria-invalid': refusal !== undefined })}
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      <span id={`${id}-refusal`} class="refusal" role="alert">
        {refusal}
      </span>
    </div>
  );
}
