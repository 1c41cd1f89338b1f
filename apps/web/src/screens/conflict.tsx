import { useEffect, useState } from 'preact/hooks';
import type { DraftResolution } from '../conflict/draft-resolution.js';
import { DraftResolver } from '../conflict/draft-resolver.js';
import { loadResolution } from '../conflict/load.js';
import { text } from '../conflict/texts.js';
import { handleDraft } from '../drafts/shared-journal.js';
import { href } from '../kernel/router.js';
import type { ScreenProps } from '../shell/screens.js';
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
