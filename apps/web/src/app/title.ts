import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { currentLocation } from './router.js';
import { findRoute } from './screens.js';
import { text } from './texts.js';

interface OwnTitle {
  /** Identity of the component that set the title. */
  readonly owner: object;
  readonly title: string;
}

const own = signal<OwnTitle | undefined>(undefined);

/**
 * Names the browser tab after the content of a screen while the calling component is mounted.
 *
 * @param title undefined while the content is loading: the tab then has the title of the route
 */
export function useTitle(title: string | undefined): void {
  const owner = useRef({}).current;
  useLayoutEffect(() => {
    if (title !== undefined) own.value = { owner, title };
    else clearTitle(owner);
  }, [title]);
  useLayoutEffect(() => () => clearTitle(owner), []);
}

function clearTitle(owner: object): void {
  if (own.peek()?.owner === owner) own.value = undefined;
}

/** Keeps the title of the browser tab current. Called once, by the frame of the page. */
export function useDocumentTitle(): void {
  const route = findRoute(currentLocation.value);
  const title = own.value?.title ?? route?.title ?? text.titleNowhere;
  useEffect(() => {
    document.title = text.pageTitle(title);
  }, [title]);
}
