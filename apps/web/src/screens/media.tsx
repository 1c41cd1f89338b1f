import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { asApiError, formatError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { text as health, healthTabs } from '../health/texts.js';
import { useData } from '../kernel/use-data.js';
import { joinReasons } from '../media/reasons.js';
import { text } from '../media/texts.js';
import { bytes, number } from '../text/numbers.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page, Section } from '../ui/page.js';
import { Loaded } from '../ui/states.js';

type Policy = Output<'getMediaPolicy'>;

/** Policy for remote content that the service may fetch on request; reading a note never fetches anything. */
export function Screen() {
  const data = useData('media policy', (signal) => call('getMediaPolicy', {}, signal));
  return (
    <Page title={health.remoteMedia} tabs={healthTabs} tab="media">
      <p class="lead">{text.lead}</p>
      <Section title={text.checkAddress}>
        <CheckUrl />
      </Section>
      <Section title={text.policy}>
        <Loaded data={data}>{(policy) => <PolicyFacts policy={policy} />}</Loaded>
        <p class="hint">{text.policySource}</p>
        <FromTerminal operation="getMediaPolicy" />
      </Section>
    </Page>
  );
}

const list = (values: readonly string[], none: string) =>
  values.length === 0 ? none : <code>{values.join(', ')}</code>;

const PolicyFacts = ({ policy }: { readonly policy: Policy }) => (
  <Facts
    facts={[
      [text.fetching, policy.enabled ? text.on : text.off],
      [text.schemes, list(policy.allowed_schemes, text.none)],
      [text.allowedDomains, list(policy.allowed_domains, text.any)],
      [text.blockedDomains, list(policy.blocked_domains, text.none)],
      [text.privateAddresses, list(policy.allow_private_addresses, text.none)],
      [text.largestFile, bytes(policy.max_bytes)],
      [text.redirects, number(policy.max_redirects)],
      [text.timeoutPerImage, text.seconds(policy.timeout_seconds)],
      [text.types, list(policy.allowed_mime_types, text.none)],
      [text.blockedFiles, text.digestCount(policy.blocked_sha256.length)],
    ]}
  />
);

/** Checks whether an address may be fetched, without any network access. */
function CheckUrl() {
  const [checked, setChecked] = useState<{ readonly url: string; readonly answer: string }>();
  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget as HTMLFormElement).get('url'));
    const answer = await call('checkMediaUrl', { url }).then(describeVerdict, (error: unknown) =>
      formatError(asApiError(error)),
    );
    setChecked({ url, answer });
  };
  return (
    <>
      <form class="controls" onSubmit={(event) => void check(event)}>
        <label>
          {text.addressOfImage}
          <input
            name="url"
            required
            size={48}
            placeholder="https://example.org/picture.png"
            translate={false}
            autocomplete="off"
          />
        </label>
        <button type="submit" class="button primary">
          {text.check}
        </button>
      </form>
      <p role="status">{checked?.answer}</p>
      {checked && <FromTerminal operation="checkMediaUrl" words={[checked.url]} />}
    </>
  );
}

const describeVerdict = ({ allowed, reasons }: Output<'checkMediaUrl'>): string =>
  allowed ? text.addressAllowed : text.addressRefused(joinReasons(reasons));
