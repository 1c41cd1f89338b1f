/** Returns a name as one segment of a path on any system, with dashes for its slashes. */
export const toPathSegment = (name: string): string => name.replace(/[/\\]/g, '-');
