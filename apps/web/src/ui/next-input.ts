const EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Calls a function when the user next scrolls, points or presses a key. Returns a function that stops waiting. */
export function onNextInput(act: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const finish = () => {
    controller.abort();
    act();
  };
  for (const name of EVENTS) addEventListener(name, finish, { signal, capture: true, passive: true });
  return () => controller.abort();
}
