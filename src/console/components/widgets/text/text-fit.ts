/** Upper bound of a letter's width in em, in the console's and system fonts. */
const PLAIN_EM = 0.68;
const CAPITAL_EM = 0.84;
const WIDE_EM = 1.12;
const WIDE = new Set('mwMW@%&#+<=>~^|—…');

const getWidthBound = (letter: string): number => {
  if (WIDE.has(letter)) return WIDE_EM;
  if (letter < ' ' || letter > '~') return Number.POSITIVE_INFINITY;
  return letter >= 'A' && letter <= 'Z' ? CAPITAL_EM : PLAIN_EM;
};

/** Upper bound of a text's width in em; infinite with letters of unknown width. */
export function computeWidthBoundEm(text: string): number {
  let width = 0;
  for (const letter of text) width += getWidthBound(letter);
  return width;
}
