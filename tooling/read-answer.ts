const ANSWER = /^(?<header>\{.*\})\n<(?<boundary>data-[0-9a-f]{8})>\n(?<text>.*)\n<\/\k<boundary>>$/s;

/**
 * Reads the text of a tool's answer: JSON, or a line of JSON with a text between two lines with a boundary.
 *
 * @param field - field of the result for the text
 * @throws Error when the boundary occurs within the text, so that a note could end it
 */
export function readAnswer(answer: string, field: string): Record<string, unknown> {
  const lineEnd = answer.indexOf('\n');
  if (lineEnd === -1) return JSON.parse(answer) as Record<string, unknown>;
  const { header = '', boundary = '', text = '' } = ANSWER.exec(answer)?.groups ?? {};
  if (header.length !== lineEnd || text.includes(boundary)) throw new Error(`The answer has another form: ${answer}`);
  return { ...(JSON.parse(header) as object), [field]: text };
}
