import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

export const whole = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });
export const below = style(inWrappedRow(12));
export const detail = style({
  fontSize: vars.size.s13,
  color: vars.color.text2,
  minWidth: 0,
  overflowWrap: 'anywhere',
});
