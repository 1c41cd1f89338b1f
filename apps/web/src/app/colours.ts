/** Makes something of the colours that tokens stand for on the page as it is now, as computed styles have them. */
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
