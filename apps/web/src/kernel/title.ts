import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface OwnTitle {
  /** Identity of the component that set the title. */
  readonly owner: object;
  readonly title: string;
}

/** Title set by the screen that is mounted; undefined: the route's. */
export const ownTitle = signal<OwnTitle | undefined>(undefined);

/**
 * Names the browser tab after the content of a screen while the calling component is mounted.
 *
 * @param title undefined while the content is loading: the tab then has the title of the route
 */
export function useTitle(title: string | undefined): void {
  const owner = useRef({}).current;
  useLayoutEffect(() => {
    if (title !== undefined) ownTitle.value = { owner, title };
    else clearTitle(owner);
  }, [title]);
  useLayoutEffect(() => () => clearTitle(owner), []);
}

function clearTitle(owner: object): void {
  if (ownTitle.peek()?.owner === owner) ownTitle.value = undefined;
}
