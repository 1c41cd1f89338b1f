import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isFieldName } from './matter-fields.js';
import { text } from './texts.js';

interface AddFieldProps {
  /** Names of the fields that exist. */
  readonly names: readonly string[];
  readonly onAdd: (name: string, typed: string) => void;
  readonly onSource: () => void;
}

/** Buttons below the fields of front matter, and the form of a new field. */
export function AddField({ names, onAdd, onSource }: AddFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const add = (name: string, typed: string) => {
    onAdd(name, typed);
    setOpen(false);
  };
  if (isOpen) return <FieldForm names={names} onAdd={add} onCancel={() => setOpen(false)} />;
  return (
    <div class="cm-matter-actions">
      <button ref={button} type="button" class="button" onClick={() => setOpen(true)}>
        {text.addProperty}
      </button>
      <button type="button" class="button" onClick={onSource}>
        {text.editSource}
      </button>
    </div>
  );
}

interface FieldFormProps {
  readonly names: readonly string[];
  readonly onAdd: (name: string, typed: string) => void;
  readonly onCancel: () => void;
}

function FieldForm({ names, onAdd, onCancel }: FieldFormProps) {
  const [problem, setProblem] = useState<string>();
  const nameInput = useRef<HTMLInputElement>(null);
  const valueInput = useRef<HTMLInputElement>(null);
  const messageId = useId();
  useLayoutEffect(() => nameInput.current?.focus(), []);
  /** Returns the name, or shows its problem. */
  const checkName = (): string | undefined => {
    const name = nameInput.current?.value.trim() ?? '';
    const isTaken = names.includes(name);
    setProblem(isTaken ? text.propertyExists : isFieldName(name) ? undefined : text.propertyNameInvalid);
    if (!isTaken && isFieldName(name)) return name;
    nameInput.current?.focus();
    return undefined;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const name = checkName();
    // Enter in the name leads to the value.
    if (name === undefined) return;
    if (document.activeElement === nameInput.current) valueInput.current?.focus();
    else onAdd(name, valueInput.current?.value ?? '');
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form class="cm-matter-form" onSubmit={submit} onKeyDown={cancel}>
      <input
        ref={nameInput}
        aria-label={text.propertyName}
        placeholder={text.propertyName}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : messageId}
        dir="auto"
      />
      <input ref={valueInput} aria-label={text.propertyValue} placeholder={text.propertyValue} dir="auto" />
      {problem !== undefined && (
        <p id={messageId} role="alert">
          {problem}
        </p>
      )}
      <div class="cm-matter-actions">
        <button type="submit" class="button">
          {text.saveProperty}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {text.cancelProperty}
        </button>
      </div>
    </form>
  );
}
