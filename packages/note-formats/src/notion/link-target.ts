/** Returns a path as the target of a Markdown link. */
export const toLinkTarget = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29');
