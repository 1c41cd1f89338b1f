import { useEffect, useState } from 'preact/hooks';
import { href } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { type Conflict, loadConflict } from '../conflict/load.js';
import { Resolver } from '../conflict/resolver.js';
import { text } from '../conflict/texts.js';
import '../conflict/conflict.css';
import '../editor/editor.css';
import { Empty } from '../ui/states.js';

/** What was written here against what was written elsewhere. */
export function Screen({ place }: ScreenProps) {
  const documentId = place.segments[1] as string;
  const [conflict, setConflict] = useState<Conflict | string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    void loadConflict(documentId).then(setConflict);
  }, [documentId, turn]);
  if (conflict === undefined) return null;
  if (typeof conflict !== 'string') {
    return <Resolver key={conflict.theirs.revisionId} conflict={conflict} onStale={() => setTurn(turn + 1)} />;
  }
  return (
    <Empty>
      <p>{conflict}</p>
      <a class="button" href={href(['n', documentId])}>
        {text.openNote}
      </a>
    </Empty>
  );
}
