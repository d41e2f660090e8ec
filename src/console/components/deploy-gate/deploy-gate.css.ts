import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const reason = style({ overflowWrap: 'anywhere' });
export const note = style({
  margin: 0,
  color: vars.color.text3,
  fontSize: vars.size.s12,
  overflowWrap: 'anywhere',
});
