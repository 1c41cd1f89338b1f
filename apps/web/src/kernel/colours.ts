/** Calls `make` with a function that returns the current computed colour of a token. */
export function withColours<Made>(make: (colourOf: (token: string) => string) => Made): Made {
  const probe = document.createElement('span');
  document.body.append(probe);
  const made = make((token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return made;
}
