/** Calls `make` with a function that returns the current computed colour of a token. */
export function withColours<Result>(make: (colourOf: (token: string) => string) => Result): Result {
  const probe = document.createElement('span');
  document.body.append(probe);
  const result = make((token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return result;
}
