import { style } from '@vanilla-extract/css';

/** A line of things with 8 px between them; the most common arrangement. */
export const row = style({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 });
export const rowTight = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 });
export const rowWide = style({ display: 'flex', alignItems: 'center', gap: 16, minWidth: 0 });
export const stack = style({ display: 'grid', gap: 12, alignContent: 'start', minWidth: 0 });
export const stackTight = style({ display: 'grid', gap: 6, alignContent: 'start', minWidth: 0 });
export const grow = style({ flex: 1, minWidth: 0 });
export const pushRight = style({ marginLeft: 'auto' });
