import { withColours } from '../../kernel/theme.js';

/** Colours and font of a diagram, by Mermaid's names. */
export type Appearance = ReturnType<typeof readAppearance>;

/** Returns the current look of the page. */
export const readAppearance = () =>
  withColours((colourOf) => {
    const srgb = srgbReader();
    const colour = (token: string) => srgb(colourOf(token));
    const text = colour('--text');
    const surface = colour('--surface');
    const sunken = colour('--sunken');
    const line = colour('--line');
    const tint = colour('--accent-bg');
    const mark = colour('--mark');
    return {
      darkMode: isDark(),
      background: surface,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-ui'),
      fontSize: '14px',
      textColor: text,
      lineColor: colour('--text-2'),
      mainBkg: tint,
      primaryColor: tint,
      primaryTextColor: text,
      primaryBorderColor: colour('--accent'),
      secondaryColor: mark,
      tertiaryColor: sunken,
      clusterBkg: sunken,
      clusterBorder: line,
      edgeLabelBackground: surface,
      noteBkgColor: mark,
      noteTextColor: text,
      noteBorderColor: line,
    };
  });

/** Returns true for the dark theme, chosen by the user or else by the system. */
const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** Returns a converter of CSS colours to sRGB, which Mermaid requires; a canvas does the conversion. */
function srgbReader(): (colour: string) => string {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (colour) => {
    if (canvas === null) return 'gray';
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(', ')})`;
  };
}
