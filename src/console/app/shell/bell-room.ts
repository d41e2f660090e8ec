/** Width of the bell with its count, in px. */
export const BELL_ROOM = 46;
