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
      if (issue.message.endsWith('received undefined')) return 'is missing';
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
