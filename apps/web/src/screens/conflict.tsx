import { useEffect, useState } from 'preact/hooks';
import {
  type DraftResolution,
  draftResolutions,
  removeStaleResolutions,
  resumeResolution,
} from '../conflict/draft-resolution.js';
import { DraftResolver } from '../conflict/draft-resolver.js';
import { text } from '../conflict/texts.js';
import { remoteService } from '../drafts/service.js';
import { handleDraft, journal } from '../drafts/shared-journal.js';
import { waitUntilClosed } from '../editor/session.js';
import { href } from '../kernel/router.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { Empty } from '../ui/states.js';

/** Resolves a conflict between the local draft and the server's version. */
export function Screen({ pageLocation }: ScreenProps) {
  const documentId = pageLocation.segments[1] as string;
  const [resolution, setResolution] = useState<DraftResolution | string>();
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void loadResolution(documentId).then((loaded) => isCurrent && setResolution(loaded));
    return () => {
      isCurrent = false;
      setResolution(undefined);
    };
  }, [documentId, loads]);
  useEffect(() => handleDraft(documentId), [documentId]);
  if (resolution === undefined) return null;
  if (typeof resolution !== 'string')
    return <DraftResolver deciding={resolution} onStale={() => setLoads(loads + 1)} />;
  return (
    <Empty>
      <p>{resolution}</p>
      <a class="button" href={href(['n', documentId])}>
        {text.openNote}
      </a>
    </Empty>
  );
}

/** Loads the conflict of a note. Returns a message when there is none, or when the note cannot be read. */
export async function loadResolution(documentId: string): Promise<DraftResolution | string> {
  await waitUntilClosed(documentId);
  await removeStaleResolutions();
  const [stored, resolution] = await Promise.all([journal.get(documentId), draftResolutions.get(documentId)]);
  const draft = stored ?? resolution?.draft;
  if (resolution?.isTakenBack) await restoreDraft(resolution, stored === undefined);
  if (draft?.base === undefined) return text.noConflict;
  const { base } = draft;
  const remoteNote = await remoteService.read(documentId);
  if (remoteNote.kind === 'refused') return remoteNote.message;
  if (remoteNote.kind !== 'done') return text.noAnswer;
  return resumeResolution(resolution, { ...draft, base }, remoteNote.note);
}

/** Any session that followed the server's version has ended, so nothing removes the draft from the journal again. */
async function restoreDraft(resolution: DraftResolution, isMissing: boolean): Promise<void> {
  if (isMissing) await journal.put(resolution.draft);
  await draftResolutions.put({ ...resolution, isTakenBack: false });
}
