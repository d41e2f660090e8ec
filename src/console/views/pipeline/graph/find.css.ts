import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

export const bar = style({
  ...inRow(8),
  padding: `6px ${layout.gutter}`,
  background: color.bgRaised,
  borderBottom: `1px solid ${color.line}`,
});
export const field = style({ flex: '0 1 320px', minWidth: 110 });
export const count = style({
  flex: 1,
  minWidth: 64,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: size.s13,
  color: color.text2,
});
