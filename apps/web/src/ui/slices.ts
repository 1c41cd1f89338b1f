/** Maximum time of a slice of work, during which the page does not respond. */
const SLICE_MS = 10;

/** Runs the steps of long work in time slices, the first at once. Returns a function that cancels the rest. */
export function runInSlices(steps: Iterator<void, void>): () => void {
  let timer: number | undefined;
  const slice = () => {
    const deadline = performance.now() + SLICE_MS;
    do if (steps.next().done) return;
    while (performance.now() < deadline);
    timer = setTimeout(slice);
  };
  slice();
  return () => clearTimeout(timer);
}
