import { call } from '../api/client.js';
import { attachmentTabs } from '../attachments/files/texts.js';
import { References } from '../attachments/report/references.js';
import { text } from '../attachments/report/texts.js';
import { Unattached } from '../attachments/report/unattached.js';
import { useData } from '../kernel/use-data.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';

/** Attachments by notebook, duplicates, and attachments without a note. */
export function Screen() {
  const data = useData('references', (signal) => call('getReferenceReport', {}, signal));
  return (
    <Page title={text.title} tabs={attachmentTabs} tab="attachments/usage">
      <Loaded data={data}>{(report) => <References report={report} />}</Loaded>
      <Unattached />
      <FromTerminal operation="getReferenceReport" />
    </Page>
  );
}
