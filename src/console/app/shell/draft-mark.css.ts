import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const mark = style({
  flex: 'none',
  ...inTextRow(6),
  height: 28,
  padding: '0 8px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  fontSize: size.s13,
  color: color.text1,
  textDecoration: 'none',
  selectors: { '&:hover': { background: color.bgHover } },
});
