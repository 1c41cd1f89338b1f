import { type Derived, FEATURES, type LinkReference, type NewLink, type NewTask } from '../src/index.js';

/**
 * Parses a subset of Markdown for tests: `[[Title#anchor|text]]`, `<doc_id>`, `<https://…>`, `<#anchor>`, `- [ ] task`,
 * and `%code` for a feature bit.
 */
export function derive(body: string): Derived {
  const tasks = [...body.matchAll(/^- \[([ x])\] (.*?)(?: (\^\w+))?(?: due:(\S+))?$/gm)].map((match, n) =>
    parseTask(body, match, n),
  );
  const links = [...body.matchAll(/\[\[([^\]|#]*)(?:#([^\]|]*))?(?:\|([^\]]*))?\]\]|<([^>\n]*)>/g)].map((match) =>
    parseLink(body, match),
  );
  return { links, tasks, features: findFeatures(body, links, tasks) };
}

function parseTask(body: string, match: RegExpExecArray, n: number): NewTask {
  const [, box, text, marker, due] = match;
  const blockId = marker ?? `blk_${n}`;
  return { text: text as string, done: box === 'x', line: findLine(body, match.index), blockId, due: due ?? null };
}

function parseLink(body: string, match: RegExpExecArray): NewLink {
  const [whole, title, anchor, text, inAngles] = match;
  const target = title ?? (inAngles as string);
  const startByte = Buffer.byteLength(body.slice(0, match.index));
  return {
    kind: title === undefined ? 'autolink' : 'wikilink',
    line: findLine(body, match.index),
    column: match.index - body.lastIndexOf('\n', match.index - 1),
    startByte,
    endByte: startByte + Buffer.byteLength(whole),
    target,
    anchor: anchor ?? null,
    text: text ?? target,
    reference: title === undefined ? parseReference(target) : { type: 'title', title: title.replaceAll('%20', ' ') },
  };
}

function parseReference(target: string): LinkReference {
  if (target.startsWith('#')) return { type: 'self' };
  if (target.startsWith('doc_')) return { type: 'document', id: target };
  if (target.startsWith('res_')) return { type: 'resource', id: target };
  return { type: target.includes(':') ? 'external' : 'invalid' };
}

const findLine = (body: string, at: number) => body.slice(0, at).split('\n').length;

function findFeatures(body: string, links: readonly NewLink[], tasks: readonly NewTask[]): number {
  const named = [...body.matchAll(/%([a-z-]+)/g)].map(([, name]) => FEATURES[name as keyof typeof FEATURES] ?? 0);
  const found = [
    links.length > 0 && FEATURES.link,
    tasks.length > 0 && FEATURES.task,
    tasks.some(({ done }) => !done) && FEATURES['open-task'],
    ...named,
  ];
  return found.reduce<number>((bits, bit) => bits | Number(bit), 0);
}
