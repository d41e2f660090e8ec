import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, radius, size } = vars;

export const wrap = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
});
/** The invisible native control is larger than the drawn one, so it is easier to hit. */
export const native = style({
  position: 'absolute',
  inset: -4,
  width: 'auto',
  height: 'auto',
  margin: 0,
  opacity: 0,
});
globalStyle(`${native}:focus-visible + span`, {
  outline: `2px solid ${color.accent}`,
  outlineOffset: 2,
});
export const line = style({
  display: 'flex',
  alignItems: 'start',
  gap: 8,
  fontSize: size.s14,
  minWidth: 0,
});
// Aligns with the first line of a wrapped label.
globalStyle(`${line} > ${wrap}`, { height: '1lh' });
export const words = style({ minWidth: 0, overflowWrap: 'anywhere' });

export const mark = style({
  width: 16,
  height: 16,
  borderRadius: radius.chip,
  border: `1.5px solid ${color.lineControl}`,
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  color: 'transparent',
  selectors: {
    '&[data-checked]': { background: color.accent, borderColor: color.accent, color: color.onAccent },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[data-checked]': { background: 'Highlight' } } },
  },
});
globalStyle(`${mark} > svg`, { width: 12, height: 12, strokeWidth: 3 });
