import { useEffect, useRef, useState } from 'preact/hooks';
import { lastScope, rememberScope } from '../kernel/last-scope.js';
import { href, type PageLocation } from '../kernel/router.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { text } from '../kernel/texts.js';
import { Icon } from '../ui/icon.js';
import { Splitter } from '../ui/splitter.js';
import { usePaneWidth } from './pane-width.js';
import { type Listing, loadScreen, type ScreenModule } from './screens.js';

interface WorkspaceProps {
  readonly place: PageLocation;
  readonly module: ScreenModule;
}

const LIST_PX = { min: 220, max: 560 };

/** The list of the scope beside the open screen. A note keeps the list that was shown before it. */
export function Workspace({ place, module }: WorkspaceProps) {
  const listing = useListing(place, module);
  const { width, isDragged, onDrag, onValue } = usePaneWidth('listWidth');
  const { list: isListOpen } = settings.value;
  return (
    <div
      class="workspace"
      data-shows={module.List ? 'list' : 'main'}
      data-list={isListOpen || isDragged ? 'open' : 'closed'}
      style={{ '--list': `${width}px` }}
    >
      <div class="list-pane">{listing && <listing.List place={listing.place} />}</div>
      <Splitter
        label={text.listWidth}
        value={width}
        min={LIST_PX.min}
        max={LIST_PX.max}
        onDrag={onDrag}
        onValue={(chosen) => {
          onValue(chosen);
          changeSettings({ list: true });
        }}
        onToggle={() => changeSettings({ list: !isListOpen })}
      />
      <div class="main-pane" tabIndex={-1}>
        <a class="back" href={listing ? href(listing.place.segments, toQueryFields(listing.place)) : href([])}>
          <Icon name="back" />
          {text.backToList}
        </a>
        <module.Screen place={place} />
      </div>
    </div>
  );
}

const toQueryFields = ({ query }: PageLocation) => Object.fromEntries(query);

/** Returns the list of this location or of its scope; otherwise the previous list, or that of the last visit. */
function useListing(place: PageLocation, { List, scope }: ScreenModule): Listing | undefined {
  const last = useRef<Listing>(undefined);
  const [earlier, setEarlier] = useState<Listing>();
  if (List) last.current = { List, place };
  else if (scope) last.current = scope;
  useEffect(() => {
    if (List) rememberScope();
    else if (last.current === undefined) void loadLastListing().then(setEarlier);
  }, [List, place]);
  return last.current ?? earlier;
}

async function loadLastListing(): Promise<Listing | undefined> {
  const place = lastScope();
  const { List } = (await loadScreen(place)) ?? {};
  return List && { List, place };
}
