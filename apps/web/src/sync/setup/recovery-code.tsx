import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Check } from '../../ui/form-fields.js';
import { Section } from '../../ui/page.js';
import { GroupedCode } from '../grouped-code.js';
import { text } from './texts.js';

/** A recovery code that the user has not confirmed to have written down. No other screen is shown before that. */
export const newRecoveryCode = signal<string | undefined>(undefined);

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Shows a recovery code until the user confirms it. */
export function RecoveryCode({ code }: { readonly code: string }) {
  const [isWrittenDown, setWrittenDown] = useState(false);
  useEffect(() => {
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, []);
  return (
    <Section title={text.recovery}>
      <p class="lead">{text.recoveryLead}</p>
      <GroupedCode code={code} label={text.copyCode} />
      <Check label={text.writtenDown} checked={isWrittenDown} onChange={setWrittenDown} />
      <div class="row-actions">
        <button
          type="button"
          class="button primary"
          disabled={!isWrittenDown}
          onClick={() => {
            newRecoveryCode.value = undefined;
          }}
        >
          {text.continue}
        </button>
      </div>
    </Section>
  );
}
