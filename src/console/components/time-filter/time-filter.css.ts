import { style } from '@vanilla-extract/css';

/** Truncates a long range when space is short; the popover shows it in full. */
export const button = style({ selectors: { '&&': { flex: '0 1 auto', minWidth: 36 } } });
export const range = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  lineHeight: 1.4,
});
