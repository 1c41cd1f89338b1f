import { send } from '../api/client.js';
import { parseAnswer } from '../api/parse-answer.js';
import { status } from '../kernel/connection.js';
import { HELP_NOTEBOOK } from '../kernel/help-notebook.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { Facts } from '../ui/facts.js';
import { Section } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { text } from './texts.js';

/** A package with code in the page, as listed by the build. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Licence notice, which every copy must include. */
  readonly text: string;
}

/**
 * Lists the packages the page is built from.
 *
 * @throws ApiError
 */
export async function listBundled(signal: AbortSignal): Promise<readonly Bundled[]> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="bundled"]')?.content ?? '';
  return parseAnswer(await send(new Request(address, { signal })));
}

/** Built-in notebook with notes that explain the service. */

/** Version, licence and components of the service. */
export function About() {
  const service = status.value?.service;
  const bundled = useData('bundled', listBundled);
  return (
    <>
      <Facts
        facts={[
          [text.version, service && `${service.name} ${service.version}`],
          [text.licence, text.mit],
          [
            text.help,
            <a key="help" href={href(['nb', HELP_NOTEBOOK])}>
              {text.helpNotes}
            </a>,
          ],
        ]}
      />
      <p class="lead">{text.noOtherConnections}</p>
      <Section title={text.thirdPartySoftware}>
        <Loaded data={bundled}>
          {(packages) => (
            <>
              <p class="hint">{text.packageCount(packages.length)}</p>
              <ul class="checks">{packages.map(renderNotice)}</ul>
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
}

const renderNotice = ({ name, version, licence, text: notice }: Bundled) => (
  <li key={name}>
    <details>
      <summary>{text.packageLine(name, version, licence)}</summary>
      <pre class="notice-text">{notice}</pre>
    </details>
  </li>
);
