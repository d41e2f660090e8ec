import { style } from '@vanilla-extract/css';

/** Beside a figure the button must not make its line higher. */
export const button = style({ marginBlock: -6 });
