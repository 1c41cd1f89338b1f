import { useEffect, useState } from 'preact/hooks';
import { onThemeChange } from '../../kernel/theme.js';
import { type Picture as DiagramPicture, type Drawn, drawDiagram } from '../diagrams/draw.js';
import { findGroup } from '../diagrams/kinds.js';
import { text } from '../texts.js';
import { Picture } from './picture.js';

/** Maximum length of a source that is drawn. */
const MAX_SOURCE_LENGTH = 20_000;
const TITLE = /^[ \t]*accTitle[ \t]*:[ \t]*(\S.*)$/m;

/** A diagram as a picture, with its source. The source is shown until the diagram is drawn, and if drawing fails. */
export function Diagram({ source }: { readonly source: string }) {
  const drawn = useDrawing(source);
  if (typeof drawn === 'string' || drawn === undefined)
    return (
      <figure class="diagram" aria-busy={drawn === undefined}>
        <pre>{source}</pre>
        {drawn !== undefined && <p role="note">{drawn}</p>}
      </figure>
    );
  return (
    <figure class="diagram" data-ground={drawn.background}>
      <Picture src={drawn.image} alt={TITLE.exec(source)?.[1] ?? text.diagram} />
      <details>
        <summary>{text.diagramSource}</summary>
        <pre>{source}</pre>
      </details>
    </figure>
  );
}

/** Returns the picture, redrawn for each theme, or an error message; undefined during the first drawing. */
function useDrawing(source: string): DiagramPicture | string | undefined {
  const [drawn, setDrawn] = useState<DiagramPicture | string>();
  useEffect(() => {
    const group = findGroup(source);
    if (source.length > MAX_SOURCE_LENGTH) return setDrawn(text.diagramTooLarge(MAX_SOURCE_LENGTH));
    if (group === undefined) return setDrawn(text.diagramUnsupported);
    let isNeeded = true;
    const stopListening = onThemeChange(() => {
      void drawDiagram(group, source, () => isNeeded).then((answer) => isNeeded && setDrawn(toPicture(answer)));
    });
    return () => {
      isNeeded = false;
      stopListening();
    };
  }, [source]);
  return drawn;
}

const MAX_REASON_LENGTH = 300;

function toPicture(drawn: Drawn | undefined): DiagramPicture | string {
  if (drawn === undefined) return text.diagramTimedOut;
  return 'image' in drawn ? drawn : text.diagramRefused(drawn.reason.slice(0, MAX_REASON_LENGTH));
}
