import { type ConvertedHtml, convertHtml } from './convert-html.js';

/** The converted HTML; null when its plain text says the same; undefined when it exceeds a limit. */
export type ConversionAnswer = ConvertedHtml | null | undefined;

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

scope.addEventListener('message', ({ data }: MessageEvent<string>) => {
  scope.postMessage(convert(data));
});

function convert(html: string): ConversionAnswer {
  try {
    return convertHtml(html, location.origin) ?? null;
  } catch {
    return undefined;
  }
}
