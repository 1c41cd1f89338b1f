import mermaid from 'mermaid';
import type { DrawAnswer, DrawRequest } from './frames.js';

/** Draws received diagrams. Runs in a frame with an opaque origin that may load nothing and can only answer. */
addEventListener('message', ({ data, ports }: MessageEvent<DrawRequest>) => {
  draw(data).then(
    (svg) => ports[0]?.postMessage({ svg } satisfies DrawAnswer),
    (error: unknown) => ports[0]?.postMessage({ reason: String(error) } satisfies DrawAnswer),
  );
});

const ID = 'diagram';

async function draw({ source, appearance, bounds }: DrawRequest): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    deterministicIds: true,
    // Uses SVG text, because an image shows no HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    darkMode: appearance.darkMode,
    themeVariables: appearance,
    fontFamily: appearance.fontFamily,
    ...bounds,
  });
  const { svg } = await mermaid.render(ID, source);
  return toImage(svg, appearance.background);
}

/** Returns a self-contained image: well-formed, with its own size, on a background that makes it readable. */
function toImage(markup: string, background: string): string {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg');
  if (svg === null) throw new Error('The diagram is empty');
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  svg.setAttribute('style', `background: ${background}`);
  return new XMLSerializer().serializeToString(svg);
}
