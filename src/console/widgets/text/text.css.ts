import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const missing = style({ color: color.text3, fontFamily: font.sans });
export const figure = style({ whiteSpace: 'nowrap' });
export const code = style({
  display: 'flex',
  gap: 12,
  alignItems: 'flex-start',
  padding: '8px 12px',
  borderRadius: radius.control,
  background: color.bgMain,
  border: `1px solid ${color.line2}`,
  color: color.text2,
  minWidth: 0,
});
export const codeText = style({
  flex: 1,
  minWidth: 0,
  margin: 0,
  maxHeight: 320,
  overflow: 'auto',
  font: `400 ${size.s12}/1.55 ${font.mono}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
