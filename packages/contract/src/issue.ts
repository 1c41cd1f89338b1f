import type { z } from 'zod';

/** Types by the validator's names. Every number in an input is whole. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Describes the problem with a field in the service's own words rather than the validator's. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue)) return 'is missing';
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return describeBound('at least', issue.minimum, issue.origin);
    case 'too_big':
      return describeBound('at most', issue.maximum, issue.origin);
    case 'invalid_value':
      return `must be ${formatChoice(issue.values.map(String))}`;
    default:
      return issue.message;
  }
}

const isMissing = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined');

/** Returns the first issue; of a missing field the one about unknown fields if there is one, because a name may be misspelt. */
export function selectIssue(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [first] = issues as readonly [z.core.$ZodIssue];
  return (isMissing(first) ? issues.find(({ code }) => code === 'unrecognized_keys') : undefined) ?? first;
}

/** Maximum length of a name or a value that an error quotes, in UTF-16 units. */
export const MAX_QUOTED = 100;

/** Shortens a message that quotes the request. A character cut in half becomes U+FFFD. */
export const clip = (message: string, max = 300): string =>
  message.length > max ? `${message.slice(0, max).toWellFormed()}…` : message;

/** Returns issues without those of the bounds of safe integers where a field has a limit of its own. */
export const omitWiderLimits = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.filter(
    (issue) => !isSafeBound(issue) || !issues.some((other) => isSameSide(issue, other) && !isSafeBound(other)),
  );

const isSafeBound = (issue: z.core.$ZodIssue) =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';

const isSameSide = (issue: z.core.$ZodIssue, other: z.core.$ZodIssue) =>
  other.code === issue.code && other.path.join('.') === issue.path.join('.');

/** Maximum values described as a choice; more are described as a list. */
const MAX_VALUES_IN_CHOICE = 3;

const formatChoice = (values: readonly string[]): string =>
  values.length > MAX_VALUES_IN_CHOICE
    ? `one of ${values.join(', ')}`
    : [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((part) => part !== '').join(' or ');

function describeBound(side: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const isList = origin === 'array';
  if (side === 'at least' && (origin === 'string' || (isList && Number(limit) === 1))) return 'must not be empty';
  if (origin === 'string') return `must be at most ${limit} characters`;
  return isList ? `must have ${side} ${limit} entries` : `must be ${side} ${limit}`;
}
