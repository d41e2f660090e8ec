import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

export const body = style({ display: 'grid', gap: 12, paddingTop: 12 });
export const problems = style({
  display: 'grid',
  gap: 6,
  fontSize: vars.size.s13,
  color: vars.color.text2,
  overflowWrap: 'anywhere',
});
