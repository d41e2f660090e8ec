/** Long enough for a slow source, short enough to wait for. */
export const LOOK_SECONDS = 10;
