import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, radius, size } = vars;

export const room = style({ display: 'grid', gap: 8 });
export const list = style({ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' });
export const entry = style({
  display: 'grid',
  gap: 4,
  padding: '8px 10px',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.control,
});
export const head = style({ display: 'flex', alignItems: 'flex-start', gap: 8 });
export const title = style({
  flex: 1,
  minWidth: 0,
  font: `500 ${size.s12}/1.5 ${font.mono}`,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const count = style({ margin: 0, fontSize: size.s12, color: color.text2 });
export const warning = style({ margin: 0, fontSize: size.s12, color: color.warn });
export const subhead = style({ margin: '4px 0 0', fontSize: size.s13, fontWeight: 600, color: color.text1 });
export const lines = style({
  margin: 0,
  font: `400 ${size.s12}/1.5 ${font.mono}`,
  color: color.text3,
  overflowWrap: 'anywhere',
});
export const unmatched = style([
  lines,
  { padding: '0 0 0 10px', listStyle: 'none', borderLeft: `2px solid ${color.warn}` },
]);
