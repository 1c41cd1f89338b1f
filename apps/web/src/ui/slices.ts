/** How long a slice of work may keep the page from answering. */
const SLICE_MS = 10;

/** Takes the steps of long work a slice at a time, the first slice at once; what it returns calls off the rest. */
export function inSlices(steps: Iterator<void, void>): () => void {
  let timer: number | undefined;
  const slice = () => {
    const until = performance.now() + SLICE_MS;
    do if (steps.next().done) return;
    while (performance.now() < until);
    timer = setTimeout(slice);
  };
  slice();
  return () => clearTimeout(timer);
}
