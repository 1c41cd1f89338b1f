import type { ComponentType } from 'preact';
import type { PageLocation } from '../kernel/router.js';

export interface ScreenProps {
  readonly pageLocation: PageLocation;
}

/** Exports of a screen module. */
export interface ScreenModule {
  readonly Screen: ComponentType<ScreenProps>;
  /** List of a scope, shown in the list pane of the workspace. */
  readonly List?: ComponentType<ScreenProps>;
  /** Scope that a screen without its own list belongs to. Its list is shown beside the screen. */
  readonly scope?: Listing;
}

export interface Listing {
  readonly List: ComponentType<ScreenProps>;
  readonly pageLocation: PageLocation;
}
