import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const wrap = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
});
/** The native control covers the drawn one, a little larger, so that it is easy to hit. */
export const native = style({
  position: 'absolute',
  inset: -4,
  width: 'auto',
  height: 'auto',
  margin: 0,
  opacity: 0,
});
globalStyle(`${native}:focus-visible + span`, {
  outline: `2px solid ${vars.color.accent}`,
  outlineOffset: 2,
});
export const line = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontSize: vars.size.s14,
  minWidth: 0,
});
export const words = style({ minWidth: 0, overflowWrap: 'anywhere' });
