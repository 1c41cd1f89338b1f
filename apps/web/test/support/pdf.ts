/** Further content of each page. */
interface Extra {
  /** Entries of the font dictionary. */
  readonly fonts?: string;
  /** Entries of the resource dictionary. */
  readonly resources?: string;
  /** Operators that draw. */
  readonly content: string;
  /** Objects, the first of which has the number after those of the pages: 6 for one page. */
  readonly objects: readonly string[];
}

interface PdfOptions {
  /** Lines of each page. */
  readonly pages: readonly (readonly string[])[];
  /** Width and height of a page in points; A4 by default. */
  readonly size?: readonly [widthPt: number, heightPt: number];
  readonly extra?: Extra;
  /** True for a document that names a password which nobody knows. */
  readonly isLocked?: boolean;
}

const A4 = [595, 842] as const;

const NOTHING: Extra = { content: '', objects: [] };

/** Writes a PDF with lines of text in Helvetica. */
export function makePdf({ pages, size = A4, extra = NOTHING, isLocked = false }: PdfOptions): string {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${5 + 2 * index} 0 R ` +
        `/Resources << /Font << /F1 3 0 R ${extra.fonts ?? ''} >> ${extra.resources ?? ''} >> >>`,
      toStream(`${toOperators(lines, size[1])} ${extra.content}`),
    ]),
    ...extra.objects,
    ...(isLocked ? [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`] : []),
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const encryption = isLocked ? ` /Encrypt ${objects.length} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]` : '';
  return (
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encryption} >>\nstartxref\n${text.length}\n%%EOF\n`
  );
}

/** Returns a stream object; `entries` are those of its dictionary besides the length. */
export const toStream = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

function toOperators(lines: readonly string[], heightPt: number): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`);
  return `BT /F1 18 Tf 24 TL 56 ${heightPt - 80} Td ${shown.join(' ')} ET`;
}
