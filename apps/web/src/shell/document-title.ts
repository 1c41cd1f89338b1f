import { useEffect } from 'preact/hooks';
import { currentLocation } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { ownTitle } from '../kernel/title.js';
import { findRoute } from './screens.js';

/** Keeps the title of the browser tab current. Called once, by the frame of the page. */
export function useDocumentTitle(): void {
  const route = findRoute(currentLocation.value);
  const title = ownTitle.value?.title ?? route?.title ?? text.titleNotFound;
  useEffect(() => {
    document.title = text.pageTitle(title);
  }, [title]);
}
