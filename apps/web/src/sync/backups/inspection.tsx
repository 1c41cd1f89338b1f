import type { Output } from '@notes/contract';
import { signal } from '@preact/signals';
import { call } from '../../api/client.js';
import { FollowedVersion, useData } from '../../kernel/use-data.js';
import { bytes, number } from '../../text/numbers.js';
import { Facts } from '../../ui/facts.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { Section } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { problems, text } from './texts.js';

type Inspected = Output<'inspectBackup'>;

/** A backup never changes, so its contents are not reloaded. */
const unchangingVersion = signal(0);

/** Reads a whole backup, and shows its contents. */
export const Inspection = ({ id }: { readonly id: string }) => (
  <FollowedVersion.Provider value={unchangingVersion}>
    <Section title={text.resultTitle(id)}>
      <Reading id={id} />
    </Section>
    <FromTerminal operation="restoreBackup" words={[id, '--into-dir', 'FOLDER']} label={text.restoreFromTerminal} />
    <FromTerminal operation="removeBackup" words={[id]} label={text.removeFromTerminal} />
  </FollowedVersion.Provider>
);

function Reading({ id }: { readonly id: string }) {
  const data = useData(`backup ${id}`, (abortSignal) => call('inspectBackup', { backup_id: id }, abortSignal));
  return (
    <div role="status">
      {data.value === undefined && data.error === undefined && <p>{text.inspecting}</p>}
      <Loaded data={data}>{(inspected) => <InspectionResult inspected={inspected} />}</Loaded>
    </div>
  );
}

const InspectionResult = ({ inspected: { verified, payload, problems: found } }: { readonly inspected: Inspected }) => (
  <>
    <p>{verified ? text.noProblems : text.problemsFound}</p>
    {found.map(({ code, detail }) => (
      <p key={`${code} ${detail}`} class="refusal">
        {problems[code]} <span lang="en">{detail}</span>
      </p>
    ))}
    {payload && (
      <Facts
        facts={[
          [text.notes, text.noteCount(payload.notes, payload.trashed)],
          [text.revisions, number(payload.revisions)],
          [text.notebooks, number(payload.notebooks)],
          [text.tags, number(payload.tags)],
          [
            text.attachments,
            payload.attachments === 0
              ? text.noAttachments
              : text.attachmentCount(payload.attachments, bytes(payload.attachment_bytes), payload.missing_attachments),
          ],
        ]}
      />
    )}
  </>
);
