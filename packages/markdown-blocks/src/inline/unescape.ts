import { NAMED_ENTITIES } from './entities.js';

const ESCAPE_OR_ENTITY = /\\([!-/:-@[-`{-~])|(&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});)/g;
const ENTITY = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** Returns `text` with backslash escapes and entities resolved, as in a link's destination. */
export function unescapeMarkdown(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return text.replace(
    ESCAPE_OR_ENTITY,
    (_, escaped: string | undefined, entity: string) => escaped ?? decodeEntity(entity),
  );
}

/** Returns `text` with numeric entities and those of `NAMED_ENTITIES` resolved; others stay as they are. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decodeEntity) : text;
}

function decodeEntity(entity: string): string {
  if (entity[1] !== '#') return NAMED_ENTITIES.get(entity.slice(1, -1)) ?? entity;
  const hex = entity[2] === 'x' || entity[2] === 'X';
  const code = Number.parseInt(entity.slice(hex ? 3 : 2, -1), hex ? 16 : 10);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return String.fromCodePoint(isCharacter ? code : 0xfffd);
}
