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
export function Screen({ place }: ScreenProps) {
  const documentId = place.segments[1] as string;
  const [found, setFound] = useState<DraftResolution | string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void loadResolution(documentId).then((loaded) => isCurrent && setFound(loaded));
    return () => {
      isCurrent = false;
      setFound(undefined);
    };
  }, [documentId, turn]);
  useEffect(() => handleDraft(documentId), [documentId]);
  if (found === undefined) return null;
  if (typeof found !== 'string') return <DraftResolver deciding={found} onStale={() => setTurn(turn + 1)} />;
  return (
    <Empty>
      <p>{found}</p>
      <a class="button" href={href(['n', documentId])}>
        {text.openNote}
      </a>
    </Empty>
  );
}
