import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const PACKAGE = '@fontsource/geist';
/** One file per script; the first that has a letter draws it. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
const WEIGHTS = { regular: 400, bold: 600 } as const;
const REPLACEMENT = '?';

export type Weight = keyof typeof WEIGHTS;
type Part = (typeof PARTS)[number];
export type FontRun = { font: string; text: string };

type Ranges = readonly (readonly [number, number])[];

function readRanges(): Map<Part, Ranges> {
  const listed = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  return new Map(
    PARTS.map((part) => [
      part,
      (listed[part] ?? '').split(',').map((range) => {
        const [first = '0', last = first] = range.replace('U+', '').split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
      }),
    ]),
  );
}

export type ReportFonts = {
  /** Splits a text by font; missing letters become question marks. */
  split(text: string, weight: Weight): FontRun[];
  read(font: string): Buffer;
  names: string[];
  isIncomplete(): boolean;
};

export function createReportFonts(): ReportFonts {
  const ranges = readRanges();
  let isIncomplete = false;
  const known = new Map<number, Part | undefined>();
  const findPart = (code: number): Part | undefined => {
    if (!known.has(code))
      known.set(
        code,
        PARTS.find((part) => ranges.get(part)?.some(([first, last]) => code >= first && code <= last)),
      );
    return known.get(code);
  };
  return {
    names: PARTS.flatMap((part) => Object.keys(WEIGHTS).map((weight) => `${part} ${weight}`)),
    read: (font) => {
      const [part = 'latin', weight = 'regular'] = font.split(' ');
      const file = `${PACKAGE}/files/geist-${part}-${WEIGHTS[weight as Weight]}-normal.woff`;
      return readFileSync(require.resolve(file));
    },
    split: (text, weight) => {
      const runs: FontRun[] = [];
      for (const letter of text) {
        const code = letter.codePointAt(0) ?? 0;
        // Control characters would move what follows.
        const part = code < 32 || (code >= 127 && code < 160) ? undefined : findPart(code);
        if (!part) isIncomplete = true;
        const font = `${part ?? 'latin'} ${weight}`;
        const shown = part ? letter : REPLACEMENT;
        const last = runs.at(-1);
        if (last?.font === font) last.text += shown;
        else runs.push({ font, text: shown });
      }
      return runs;
    },
    isIncomplete: () => isIncomplete,
  };
}
