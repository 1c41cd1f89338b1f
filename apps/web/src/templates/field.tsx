import type { ComponentChildren } from 'preact';
import { useId } from '../ui/unique-id.js';

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | null;
  /** Reason why the service refused the value. */
  readonly refusal: string | undefined;
  /** Renders the control, with attributes that tie label, hint and error to it. */
  readonly children: (control: Control) => ComponentChildren;
}

/** A labelled control with a hint and an error message. */
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
