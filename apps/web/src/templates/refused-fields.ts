/**
 * Returns the fields an error is about, as `title` or `values.NAME`. The message of the service begins with the field
 * of the request; if that is `values`, it names the prompts in quotes.
 */
export function refusedFields(message: string, prompts: readonly string[]): string[] {
  const field = /^(\w+(?:\.[^:]+)?): /.exec(message)?.[1];
  if (field === 'values')
    return prompts.filter((name) => message.includes(JSON.stringify(name))).map((name) => `values.${name}`);
  return field === undefined ? [] : [field];
}
