const [FEWEST, MOST] = [3, 24];
/** A frame that took longer was too long. */
const LONG_MS = 25;

/** Cards that come in the first frame. */
export const FIRST_PACE = 4;

/** How many cards come in the next frame: one more while frames are in time, half as many after a long one. */
export const paced = (cards: number, frameMs: number): number =>
  Math.min(MOST, Math.max(FEWEST, frameMs > LONG_MS ? Math.floor(cards / 2) : cards + 1));
