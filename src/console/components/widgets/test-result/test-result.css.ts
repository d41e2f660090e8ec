import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius } = vars;

export const result = style({ display: 'grid', gap: 12, marginTop: 12, minWidth: 0 });
export const head = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  fontSize: size.s14,
  fontWeight: 500,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const time = style({
  marginLeft: 'auto',
  flex: 'none',
  fontWeight: 400,
  fontSize: size.s12,
  color: color.text3,
});
export const findings = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '4px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const term = style({ color: color.text3 });
export const value = style({ margin: 0, color: color.text1, overflowWrap: 'anywhere' });
export const answer = style({
  border: `1px solid ${color.line2}`,
  borderRadius: radius.control,
  padding: '8px 10px',
  display: 'grid',
  gap: 6,
  minWidth: 0,
});
export const request = style({
  display: 'flex',
  gap: 12,
  font: `400 ${size.s12}/1.5 ${font.mono}`,
  color: color.text2,
  overflowWrap: 'anywhere',
});
export const status = style({ marginLeft: 'auto', color: color.text1, fontWeight: 500 });
