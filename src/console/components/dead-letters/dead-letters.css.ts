import { style } from '@vanilla-extract/css';

/** Keeps the line height of the figure. */
export const button = style({ marginBlock: -6 });
