/** Content codings that files of the web UI are stored in, the smaller one first, with their file extensions. */
export const encodings = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof encodings;

const CODING = /^\s*([\w*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/**
 * Chooses a coding by `Accept-Encoding` (RFC 9110, section 12.5.3).
 *
 * @param available codings that the file is stored in
 * @returns the smallest coding that the client accepts; undefined for the file as it is
 */
export function chooseEncoding(
  header: string | undefined,
  available: readonly Encoding[] = Object.keys(encodings) as Encoding[],
): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [, coding, weight = '1'] = CODING.exec(part) ?? [];
    if (coding !== undefined) weights.set(coding.toLowerCase(), Number(weight));
  }
  return available.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
}
