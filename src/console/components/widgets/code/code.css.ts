import { globalStyle, style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius } = vars;

export const tester = style({
  display: 'grid',
  gap: 8,
  padding: 10,
  borderRadius: radius.control,
  background: soft(color.bgActive, 45),
  minWidth: 0,
});
export const status = style({
  ...inRow(6),
  margin: 0,
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
  selectors: { '&[data-tone=bad]': { color: color.err }, '&[data-tone=none]': { color: color.warn } },
});
globalStyle(`${status} > svg`, { flex: 'none' });
export const result = style({ display: 'grid', gap: 6, minWidth: 0 });
export const quiet = style({ fontSize: size.s12, color: color.text2 });
export const sample = style({
  margin: 0,
  padding: '8px 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgMain,
  color: color.text2,
  font: `400 ${size.s12}/1.9 ${font.mono}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const mark = style({
  color: color.text1,
  background: soft(color.accent, 14),
  textDecoration: `underline 2px ${color.accent}`,
  textUnderlineOffset: 3,
  borderRadius: 2,
});
export const markName = style({
  display: 'inline-block',
  margin: '0 2px 0 3px',
  fontSize: size.s11,
  lineHeight: 1.2,
  color: color.text2,
  textDecoration: 'none',
});
export const fields = style({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  font: `400 ${size.s12}/1.4 ${font.mono}`,
  color: color.text1,
});
globalStyle(`${fields} :is(th, td)`, {
  padding: '4px 8px 4px 0',
  textAlign: 'left',
  verticalAlign: 'top',
  borderBottom: `1px solid ${color.line2}`,
  overflowWrap: 'anywhere',
});
globalStyle(`${fields} th`, { font: `500 ${size.s12}/1.4 ${font.sans}`, color: color.text2 });
globalStyle(`${fields} :is(th, td):first-child`, { width: '38%' });
export const more = style({ fontSize: size.s12, color: color.text2 });
globalStyle(`${more} > summary`, { minHeight: 24, lineHeight: '24px', cursor: 'default' });
