/** More than any letter of the kind takes, in ems, in the fonts the console uses and in those of systems. */
const PLAIN_EM = 0.68;
const CAPITAL_EM = 0.84;
const WIDE_EM = 1.12;
const WIDE = new Set('mwMW@%&#+<=>~^|—…');

const boundOf = (letter: string): number => {
  if (WIDE.has(letter)) return WIDE_EM;
  if (letter < ' ' || letter > '~') return Number.POSITIVE_INFINITY;
  return letter >= 'A' && letter <= 'Z' ? CAPITAL_EM : PLAIN_EM;
};

/** At least the width in ems of a text in one line; infinite where it has letters whose width is not known. */
export function widthBoundEm(text: string): number {
  let width = 0;
  for (const letter of text) width += boundOf(letter);
  return width;
}
