import addresses from 'virtual:notes-diagrams';
import type { Appearance } from './appearance.js';
import type { DiagramGroup } from './kinds.js';

export interface DrawRequest {
  readonly source: string;
  readonly appearance: Appearance;
  readonly bounds: { readonly maxTextSize: number; readonly maxEdges: number };
}
export type DrawAnswer = { readonly svg: string } | { readonly reason: string };

interface Frame {
  readonly element: HTMLIFrameElement;
  readonly loaded: Promise<unknown>;
}

const frames = new Map<DiagramGroup, Frame>();

/** Draws a diagram in the frame of its group; never resolves if the frame fails. */
export async function inFrame(group: DiagramGroup, request: DrawRequest): Promise<DrawAnswer> {
  const { element, loaded } = frames.get(group) ?? openFrame(group);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<DrawAnswer>) => {
      port1.close();
      resolve(data);
    };
    // The target is `*` because the frame has an opaque origin.
    element.contentWindow?.postMessage(request, '*', [port2]);
  });
}

/**
 * Opens a frame with an opaque origin: it has no cookies, no storage, and no access to the service. Texts are measured
 * in it, so it has a size.
 */
function openFrame(group: DiagramGroup): Frame {
  const element = document.createElement('iframe');
  element.sandbox.add('allow-scripts');
  element.className = 'diagram-frame';
  element.ariaHidden = 'true';
  element.tabIndex = -1;
  element.src = addresses[group];
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  document.body.append(element);
  const frame = { element, loaded };
  frames.set(group, frame);
  return frame;
}

/** Removes the frame of a group; the next diagram opens a new one. */
export function closeFrame(group: DiagramGroup): void {
  frames.get(group)?.element.remove();
  frames.delete(group);
}
