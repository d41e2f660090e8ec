import PDFDocument from 'pdfkit';
import { REPORT_COLORS as COLORS } from '../look.ts';
import { createReportFonts, type Weight } from './fonts.ts';

/** A4 portrait, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, top: 48, bottom: 64 };
export const INNER_WIDTH = PAGE.width - 2 * PAGE.margin;
const LOWEST = PAGE.height - PAGE.bottom;
const LINE_HEIGHT = 1.35;
const ELLIPSIS = '…';

export type TextStyle = { size: number; weight?: Weight; color?: string; align?: 'start' | 'end' };
export type Struct = ReturnType<PDFKit.PDFDocument['struct']>;

/** A PDF in progress: text in several fonts, pages, and accessibility tags. */
export type ReportPage = ReturnType<typeof createPage>;

export function createPage(title: string, madeAt: Date) {
  const fonts = createReportFonts();
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    bufferPages: true,
    // No default font: it would look for the files of Helvetica.
    font: null as never,
    info: { Title: title, Creator: 'Penstock', Producer: 'Penstock', CreationDate: madeAt, ModDate: madeAt },
  });
  const registered = new Set<string>();
  const setFont = (font: string, size: number) => {
    if (!registered.has(font)) {
      doc.registerFont(font, fonts.read(font));
      registered.add(font);
    }
    doc.font(font).fontSize(size);
  };
  const features = ['tnum', 'kern'] as unknown as PDFKit.Mixins.OpenTypeFeatures[];

  /** For drawings. @returns its name */
  const useFont = (): string => {
    setFont('latin regular', 8);
    return 'latin regular';
  };

  const measure = (text: string, { size, weight = 'regular' }: TextStyle): number =>
    fonts.split(text, weight).reduce((width, run) => {
      setFont(run.font, size);
      return width + doc.widthOfString(run.text, { features });
    }, 0);

  const drawLine = (text: string, x: number, y: number, style: TextStyle): void => {
    const { size, weight = 'regular', color = COLORS.text } = style;
    let at = x;
    for (const run of fonts.split(text, weight)) {
      setFont(run.font, size);
      doc.fillColor(color).text(run.text, at, y, { lineBreak: false, features });
      at += doc.widthOfString(run.text, { features });
    }
  };

  const cut = (text: string, width: number, style: TextStyle, isCut = false): string => {
    if (!isCut && measure(text, style) <= width) return text;
    const letters = [...text];
    while (letters.length > 0 && measure(`${letters.join('')}${ELLIPSIS}`, style) > width) letters.pop();
    return `${letters.join('').trimEnd()}${ELLIPSIS}`;
  };

  /** Breaks at spaces, and inside words longer than a line. */
  const wrap = (text: string, width: number, style: TextStyle, most = 100): string[] => {
    const lines: string[] = [];
    let line = '';
    const words = text.split(' ').flatMap((word) => {
      if (measure(word, style) <= width) return [word];
      const parts: string[] = [];
      let part = '';
      for (const letter of word) {
        if (measure(part + letter, style) > width) {
          parts.push(part);
          part = '';
        }
        part += letter;
      }
      return [...parts, part];
    });
    for (const word of words) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && measure(longer, style) > width) {
        // The space separates words for search and reading aloud.
        lines.push(`${line} `);
        line = word;
      } else line = longer;
    }
    lines.push(line);
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most - 1), cut(lines.slice(most - 1).join(''), width, style, true)];
  };

  const root: Struct = doc.struct('Document', { title });
  doc.addStructure(root);
  let y = PAGE.top;

  const heightOf = (lines: number, { size }: TextStyle): number => lines * size * LINE_HEIGHT;
  const drawLines = (
    lines: readonly string[],
    x: number,
    top: number,
    width: number,
    style: TextStyle,
  ): void => {
    for (const [index, line] of lines.entries()) {
      const left = style.align === 'end' ? x + width - measure(line.trimEnd(), style) : x;
      drawLine(line, left, top + index * style.size * LINE_HEIGHT, style);
    }
  };
  /** Decoration, ignored by screen readers. */
  const drawArtifact = (draw: () => void): void => {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  };

  return {
    doc,
    root,
    measure,
    useFont,
    wrap,
    cut,
    heightOf,
    drawLine,
    drawLines,
    drawArtifact,
    isIncomplete: fonts.isIncomplete,
    top: () => y,
    moveTo: (next: number) => {
      y = next;
    },
    /** Starts a new page if this height does not fit. @returns whether it did */
    need: (height: number): boolean => {
      if (y + height <= LOWEST) return false;
      doc.addPage();
      y = PAGE.top;
      return true;
    },
    paragraph: (tag: 'P' | 'H1' | 'H2', text: string, style: TextStyle, after: number): void => {
      const lines = wrap(text, INNER_WIDTH, style);
      const height = heightOf(lines.length, style);
      if (y + height > LOWEST) {
        doc.addPage();
        y = PAGE.top;
      }
      root.add(doc.struct(tag, {}, () => drawLines(lines, PAGE.margin, y, INNER_WIDTH, style)));
      y += height + after;
    },
    bar: (x: number, at: number, width: number, height: number): void =>
      drawArtifact(() => {
        doc.rect(x, at, width, height).fillColor(COLORS.accent).fill();
      }),
    rule: (at: number, color: string = COLORS.line): void =>
      drawArtifact(() => {
        doc
          .moveTo(PAGE.margin, at)
          .lineTo(PAGE.margin + INNER_WIDTH, at)
          .lineWidth(0.75)
          .strokeColor(color)
          .stroke();
      }),
  };
}
