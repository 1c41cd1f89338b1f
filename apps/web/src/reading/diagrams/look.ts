/** The colours of a diagram and its face, by the names Mermaid has for them. */
export type Look = ReturnType<typeof lookOf>;

/** The look of the page as it is now. */
export function lookOf() {
  const { text, surface, sunken, line, quiet, accent, tint, mark } = coloursOf({
    text: '--text',
    surface: '--surface',
    sunken: '--sunken',
    line: '--line',
    quiet: '--text-2',
    accent: '--accent',
    tint: '--accent-bg',
    mark: '--mark',
  });
  return {
    darkMode: isDark(),
    background: surface,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-ui'),
    fontSize: '14px',
    textColor: text,
    lineColor: quiet,
    mainBkg: tint,
    primaryColor: tint,
    primaryTextColor: text,
    primaryBorderColor: accent,
    secondaryColor: mark,
    tertiaryColor: sunken,
    clusterBkg: sunken,
    clusterBorder: line,
    edgeLabelBackground: surface,
    noteBkgColor: mark,
    noteTextColor: text,
    noteBorderColor: line,
  };
}

/** The theme that was chosen, else that of the system. */
const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** Tokens as the sRGB that Mermaid reckons with: a canvas turns any colour into it. */
function coloursOf<Name extends string>(tokens: Readonly<Record<Name, string>>): Record<Name, string> {
  const probe = document.createElement('span');
  document.body.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    if (canvas === null) return 'gray';
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(', ')})`;
  };
  const entries = (Object.entries(tokens) as [Name, string][]).map(([name, token]) => [name, read(token)]);
  probe.remove();
  return Object.fromEntries(entries) as Record<Name, string>;
}
