import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { useData } from '../app/use-data.js';
import { bytes } from '../text/numbers.js';
import { words } from '../text/words.js';
import { counted } from '../tools/format.js';
import { Facts, Page, Section } from '../tools/page.js';
import { healthTabs } from '../tools/tabs.js';
import { TerminalCommand } from '../ui/copy.js';
import { Loaded } from '../ui/states.js';

type Policy = Output<'getMediaPolicy'>;

/** What the service may fetch from elsewhere when it is told to; reading a note never fetches anything. */
export function Screen() {
  const data = useData('media policy', (signal) => call('getMediaPolicy', {}, signal));
  return (
    <Page title="Remote media" tabs={healthTabs} tab="media">
      <p class="lead">
        Reading a note loads nothing from elsewhere. Images are fetched when you ask for it in the menu of a note, by
        the service, within this policy.
      </p>
      <Section title="Check an address">
        <CheckUrl />
      </Section>
      <Section title="Policy">
        <Loaded data={data}>{(policy) => <PolicyFacts policy={policy} />}</Loaded>
        <p class="hint">The policy is set in the settings file, under media.</p>
        <TerminalCommand command="notes media policy" />
      </Section>
    </Page>
  );
}

const list = (values: readonly string[], none: string) => (values.length === 0 ? none : values.join(', '));

const PolicyFacts = ({ policy }: { readonly policy: Policy }) => (
  <Facts
    facts={[
      ['Fetching', policy.enabled ? 'On' : 'Off'],
      ['Schemes', list(policy.allowed_schemes, 'None')],
      ['Allowed domains', list(policy.allowed_domains, 'Any')],
      ['Blocked domains', list(policy.blocked_domains, 'None')],
      ['Private addresses', list(policy.allow_private_addresses, 'None')],
      ['Largest file', bytes(policy.max_bytes)],
      ['Redirects', policy.max_redirects.toLocaleString()],
      ['Time for one', counted(policy.timeout_seconds, 'second')],
      ['Types', list(policy.allowed_mime_types, 'None')],
      ['Blocked files', counted(policy.blocked_sha256.length, 'digest')],
    ]}
  />
);

/** Asks whether an address may be fetched; nothing is looked up for it. */
function CheckUrl() {
  const [answer, setAnswer] = useState<string>();
  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget as HTMLFormElement).get('url'));
    setAnswer(await call('checkMediaUrl', { url }).then(verdict, (error: unknown) => inWords(asRefusal(error))));
  };
  return (
    <>
      <form class="controls" onSubmit={(event) => void check(event)}>
        <label>
          Address of an image
          <input name="url" required size={48} placeholder="https://example.org/picture.png" autocomplete="off" />
        </label>
        <button type="submit" class="button primary">
          Check
        </button>
      </form>
      <p role="status">{answer}</p>
    </>
  );
}

const verdict = ({ allowed, reasons }: Output<'checkMediaUrl'>): string =>
  allowed ? 'This address may be fetched.' : `This address is refused: ${reasons.map(words).join(', ')}.`;
