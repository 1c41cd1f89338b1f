const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Icon at the start of a callout: emoji and the characters that join them. */
const ICON = /^(?=.*\p{Extended_Pictographic})((?:\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f)+)\s*$/u;

/**
 * Converts callouts, which Markdown exports write as `<aside>` and `</aside>` on separate lines, to Markdown callouts.
 * Those in code and those without an end stay text.
 */
export function convertCallouts(text: string): string {
  if (!text.includes('<aside>')) return text;
  const lines = text.split('\n');
  const written: string[] = [];
  let fence: string | undefined;
  let start: number | undefined;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    if (fence === undefined && line === '<aside>') start ??= written.length;
    if (fence === undefined && line === '</aside>' && start !== undefined) {
      for (const said of toCallout(written.splice(start).slice(1))) written.push(said);
      start = undefined;
    } else written.push(line);
  }
  return written.join('\n');
}

function toCallout(said: readonly string[]): string[] {
  const [first = '', ...others] = said;
  const icon = ICON.exec(first)?.[1];
  const body = (icon === undefined ? said : others).join('\n').trim().split('\n');
  return [`> [!note]${icon === undefined ? '' : ` ${icon}`}`, ...body.map((line) => (line === '' ? '>' : `> ${line}`))];
}
