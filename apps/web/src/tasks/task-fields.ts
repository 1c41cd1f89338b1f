import { addDays, countDays, type Day, isDay } from '../calendar/days.js';
import { findTaskBox } from '../text/task-box.js';
import { findNextDate, parseRepetition, type Repetition } from './repetition.js';

/** Priorities from the highest; `normal` is that of a task without one. */
export const PRIORITIES = ['highest', 'high', 'medium', 'normal', 'low', 'lowest'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Fields of a task. */
export interface TaskFields {
  readonly due: Day | undefined;
  readonly priority: Priority;
  /** Rule of repetition as written. */
  readonly repeat: string | undefined;
}

/** Fields of a task, read from its text. */
export interface ParsedTask extends TaskFields {
  /** Undefined for a task that does not repeat, and for a rule that is not understood. */
  readonly rule: Repetition | undefined;
  /** Text without the fields. */
  readonly title: string;
}

type Range = readonly [start: number, end: number];
interface Field {
  readonly name: keyof typeof datePatterns | 'priority' | 'repeat';
  readonly value: string;
  readonly range: Range;
}

/**
 * Fields as task lists in Markdown write them: a sign, or a word with a colon. The due date is the one the service
 * finds.
 *
 *     field    = date , day | priority | repeat , rule ;
 *     date     = "📅" | "due:" | "⏳" | "scheduled:" | "🛫" | "start:" | "➕" | "created:" | "✅" | "❌" ;
 *     priority = "🔺" | "⏫" | "🔼" | "🔽" | "⏬" | "priority:" , ( "highest" | "high" | "medium" | "low" | "lowest" ) ;
 *     repeat   = "🔁" | "repeat:" ;
 *
 * A rule ends at the next field, a tag, or the end of the text; after `repeat:`, one of a single word at its end.
 */
const datePatterns = {
  due: /(?:📅\ufe0f?\s*|(?<![\w-])due:\s*)(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
  scheduled: /(?:⏳\ufe0f?\s*|(?<![\w-])scheduled:\s*)(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
  start: /(?:🛫\ufe0f?\s*|(?<![\w-])start:\s*)(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
  created: /(?:➕\ufe0f?\s*|(?<![\w-])created:\s*)(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
  done: /✅\ufe0f?\s*(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
  cancelled: /❌\ufe0f?\s*(\d{4}-\d{2}-\d{2})(?![\d-])/gu,
} as const;
const PRIORITY = /(🔺|⏫|🔼|🔽|⏬)\ufe0f?|(?<![\w-])priority:\s*(highest|high|medium|low|lowest)(?![\w-])/giu;
const REPEAT = /(?:🔁\ufe0f?\s*|(?<![\w-])repeat:\s*)/gu;

const priorityEmoji: Readonly<Record<Exclude<Priority, 'normal'>, string>> = {
  highest: '🔺',
  high: '⏫',
  medium: '🔼',
  low: '🔽',
  lowest: '⏬',
};
const emoji = { due: '📅', repeat: '🔁' } as const;
/** Dates that keep their distance to the date by which a task repeats. */
const PLANNED = ['due', 'scheduled', 'start'] as const;

/** Beginning of whatever ends a rule. */
const RULE_END =
  /[📅⏳🛫➕✅❌🔺⏫🔼🔽⏬🔁]|(?<![\w-])(?:due|scheduled|start|created|priority|repeat):|\s#[^\s#]|\s\^[\w-]+\s*$/u;
/** Spaces and the author's name of the block at the end of a line. */
const TAIL = /(?:\s+\^[\w-]+)?\s*$/;

function findFields(text: string): Field[] {
  const dates = Object.entries(datePatterns).flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([, day]) => isDay(day as string))
      .map(
        (match): Field => ({
          name: name as Field['name'],
          value: match[1] as string,
          range: toRange(match.index, match[0]),
        }),
      ),
  );
  const priorities = [...text.matchAll(PRIORITY)].map(
    (match): Field => ({
      name: 'priority',
      value: match[2]?.toLowerCase() ?? nameForEmoji(match[1] as string),
      range: toRange(match.index, match[0]),
    }),
  );
  const rules = [...text.matchAll(REPEAT)].map((match): Field => readRule(text, match.index, match[0]));
  return [...dates, ...priorities, ...rules]
    .filter(({ value }) => value !== '')
    .sort((one, other) => one.range[0] - other.range[0]);
}

const toRange = (start: number, source: string): Range => [start, start + source.length];

const nameForEmoji = (emoji: string): string =>
  Object.entries(priorityEmoji).find(([, known]) => known === emoji)?.[0] as string;

function readRule(text: string, start: number, found: string): Field {
  const valueStart = start + found.length;
  const rest = text.slice(valueStart);
  const end = RULE_END.exec(rest)?.index ?? rest.length;
  const segment = rest.slice(0, end).trimEnd();
  const word = /^\S*/.exec(segment)?.[0] ?? '';
  const isOneWord = /^\w/.test(found) && parseRepetition(word) !== undefined;
  const value = isOneWord ? word : segment;
  return { name: 'repeat', value, range: [start, valueStart + value.length] };
}

/** Parses the fields of a task from its text, with or without its block's name. */
export function parseTask(text: string): ParsedTask {
  const fields = findFields(text);
  const first = (name: Field['name']) => fields.find((field) => field.name === name)?.value;
  const repeat = first('repeat');
  return {
    due: first('due'),
    priority: (first('priority') as Priority | undefined) ?? 'normal',
    repeat,
    rule: repeat === undefined ? undefined : parseRepetition(repeat),
    title: cut(text, fields).trim().replace(/\s+/g, ' '),
  };
}

/** Removes fields from a text, each with the space before it. */
function cut(text: string, fields: readonly Field[]): string {
  return fields.reduceRight(
    (rest, { range: [start, end] }) => rest.slice(0, start).replace(/[ \t]+$/, '') + rest.slice(end),
    text,
  );
}

/**
 * Returns the source of a task with other fields. Fields that do not change keep their spelling and place. A new field
 * comes at the end, as a word where the task has fields written as words, else as a sign.
 *
 * @param source lines of the task, from its list mark on
 */
export function changeFields(source: string, change: Partial<TaskFields>): string {
  const changed = (['priority', 'repeat', 'due'] as const).filter((name) => Object.hasOwn(change, name));
  return changed.reduce((text, name) => changeField(text, name, toValue(change[name])), source);
}

const toValue = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' || value === 'normal' ? undefined : value.trim();

function changeField(source: string, name: 'due' | 'priority' | 'repeat', value: string | undefined): string {
  const fields = findFields(source);
  const present = fields.filter((field) => field.name === name);
  const [first] = present;
  if (value === undefined) return cut(source, present);
  if (first === undefined)
    return appendField(
      source,
      name,
      value,
      fields.some((field) => isWord(source, field)),
    );
  const [start, end] = first.range;
  const asWord = isWord(source, first);
  const replaced = source.slice(0, start) + writeField(name, value, asWord) + source.slice(end);
  // A rule of several words would include the text behind it.
  return parseTask(replaced)[name] === value ? replaced : appendField(cut(source, present), name, value, asWord);
}

function appendField(source: string, name: 'due' | 'priority' | 'repeat', value: string, asWord: boolean): string {
  const at = source.length - (TAIL.exec(source)?.[0] ?? '').length;
  return `${source.slice(0, at)} ${writeField(name, value, asWord)}${source.slice(at)}`;
}

const isWord = (source: string, { range }: Field): boolean => /^\w/.test(source.slice(range[0]));

function writeField(name: 'due' | 'priority' | 'repeat', value: string, asWord: boolean): string {
  if (name === 'priority') return asWord ? `priority:${value}` : priorityEmoji[value as keyof typeof priorityEmoji];
  return asWord ? `${name}:${value}` : `${emoji[name]} ${value}`;
}

/**
 * Returns the next instance of an open task that repeats, with its dates moved. It has neither the name of the block nor
 * a day of completion. Without any date it is a copy.
 *
 * @param source lines of the open task, from its list mark on
 * @param today day of completion
 * @returns undefined for a task without a rule that is understood, and when a date would be after the year 9999
 */
export function makeNextInstance(source: string, today: Day): string | undefined {
  const fields = findFields(source);
  const { rule } = parseTask(source);
  if (rule === undefined) return undefined;
  const planned = PLANNED.map((name) => fields.find((field) => field.name === name)?.value);
  const reference = planned.find((day) => day !== undefined);
  const days = reference === undefined ? 0 : countDaysToNext(rule, reference, today);
  if (days === undefined || planned.some((day) => day !== undefined && !isDay(addDays(day, days)))) return undefined;
  const ended = fields.filter(({ name }) => name === 'done' || name === 'cancelled');
  const moved = fields.reduceRight((text, field) => {
    const { name, value, range } = field;
    if (ended.includes(field)) return cut(text, [field]);
    const isPlanned = (PLANNED as readonly string[]).includes(name);
    if (!isPlanned && name !== 'created') return text;
    const day = isPlanned ? addDays(value, days) : today;
    return text.slice(0, range[1] - value.length) + day + text.slice(range[1]);
  }, source);
  return moved.replace(/[ \t]+\^[\w-]+(?=\s*$)/, '');
}

function countDaysToNext(rule: Repetition, reference: Day, today: Day): number | undefined {
  const next = findNextDate(rule, rule.isFromCompletion ? today : reference);
  return next === undefined ? undefined : countDays(reference, next);
}

/** Returns the source of a task with its box ticked or emptied. Ticking a task that repeats adds its next instance above. */
export function flipTask(source: string, today: Day, lineBreak = '\n'): string {
  const box = findTaskBox(source);
  if (box === undefined) return source;
  const flipped = source.slice(0, box.at) + (box.isTicked ? ' ' : 'x') + source.slice(box.at + 1);
  const next = box.isTicked ? undefined : makeNextInstance(source, today);
  return next === undefined ? flipped : `${next}${lineBreak}${flipped}`;
}
