import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const whole = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 });
export const line = style({
  overflowWrap: 'anywhere',
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  fontSize: size.s13,
  color: color.text2,
});
export const track = style({
  display: 'grid',
  height: 6,
  borderRadius: 3,
  background: color.line,
  overflow: 'hidden',
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
/** As a block: inline it would hang below the track. */
export const drawing = style({ display: 'block' });
export const filled = style({
  fill: color.accent,
  '@media': { '(forced-colors: active)': { fill: 'Highlight' } },
});
