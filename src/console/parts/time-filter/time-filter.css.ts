import { style } from '@vanilla-extract/css';

/** A long range gives way where a narrow window or large text leaves no room; the popover tells it in full. */
export const button = style({ selectors: { '&&': { flex: '0 1 auto', minWidth: 36 } } });
export const range = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Room for what reaches below the line.
  lineHeight: 1.4,
});
