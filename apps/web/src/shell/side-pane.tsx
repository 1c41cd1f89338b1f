import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageLocation } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { Icon } from '../ui/icon.js';
import { closeSide, findLinkedNote, openAtSide, PaneContext, usedPane } from './panes.js';
import type { ScreenProps } from './screen-module.js';
import { loadScreen } from './screens.js';

/** A second note beside the main pane. Links in it open in it. */
export function SidePane({ pageLocation }: { readonly pageLocation: PageLocation }) {
  const [screen, setScreen] = useState<{ readonly Screen: ComponentType<ScreenProps> }>();
  useEffect(() => {
    let isMounted = true;
    loadScreen(pageLocation).then(
      (module) => isMounted && setScreen(module),
      // The main pane says that a reload is needed.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const use = () => {
    usedPane.value = 'side';
  };
  const follow = (event: MouseEvent) => {
    const note = findLinkedNote(event.target);
    if (note === undefined || event.button !== 0 || event.shiftKey) return;
    event.preventDefault();
    openAtSide(note.segments[1] as string, Object.fromEntries(note.query));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <section
      class="side-pane"
      aria-label={text.sidePane}
      tabIndex={-1}
      onFocusCapture={use}
      onPointerDownCapture={use}
      onClick={follow}
    >
      <button
        type="button"
        class="icon-button side-close"
        aria-label={text.closeSide}
        title={text.closeSide}
        onClick={closeSide}
      >
        <Icon name="close" />
      </button>
      <PaneContext.Provider value="side">
        {screen && <screen.Screen pageLocation={pageLocation} />}
      </PaneContext.Provider>
    </section>
  );
}
