/** Events that are read or searched ahead in one call at first; then four times as many, as long as they are asked for. */
export const FIRST_AHEAD = 16;
export const GROWTH = 4;
/** Events that are then taken one by one, since others were read in vain. */
export const ALONE = 256;
/** Fewer are taken one by one. */
export const WORTH_AHEAD = 4;
