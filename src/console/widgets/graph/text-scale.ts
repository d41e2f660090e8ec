import { useState } from 'react';

/** Size of the text that the measures of the cards are made for (R1-39). */
const BASE_PX = 15;

const readScale = (): number => {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(rootPx) ? Math.max(1, rootPx / BASE_PX) : 1;
};

/** How many times larger than usual the browser is set to write: cards that do not grow with it cut their text. */
export function useTextScale(): number {
  const [scale] = useState(readScale);
  return scale;
}
