import type { ComponentChildren } from 'preact';

/** Inserts elements into a text at named placeholders: `fill('{code} of {name}', { code: <code>…</code>, name })`. */
export const fill = (text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] =>
  text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
