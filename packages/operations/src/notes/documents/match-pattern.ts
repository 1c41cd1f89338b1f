import { describeMatches, type TextMatches } from '@notes/markdown-blocks';
import { RE2JS } from 're2js';

export interface PatternTask {
  readonly body: string;
  readonly pattern: string;
  readonly caseSensitive: boolean;
  readonly limit: number;
}

/** Searches a text for a regular expression with a linear-time engine. Runs in a worker for long texts. */
export default function matchPattern(task: PatternTask): TextMatches | 'bad_pattern' {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(task.pattern, RE2JS.MULTILINE | (task.caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  } catch {
    return 'bad_pattern';
  }
  return describeMatches(task.body, ranges(compiled, task.body), { limit: task.limit });
}

function* ranges(pattern: RE2JS, text: string): Generator<[number, number]> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
  }
}
