import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { References } from '../attachments/report/references.js';
import { text } from '../attachments/report/texts.js';
import { Unattached } from '../attachments/report/unattached.js';
import { healthTabs } from '../health/tabs.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';

/** What attachments there are, which are the same, and which nothing has. */
export function Screen() {
  const data = useData('references', (signal) => call('getReferenceReport', {}, signal));
  return (
    <Page title={text.title} tabs={healthTabs} tab="attachments">
      <Loaded data={data}>{(report) => <References report={report} />}</Loaded>
      <Unattached />
      <FromTerminal operation="getReferenceReport" />
    </Page>
  );
}
