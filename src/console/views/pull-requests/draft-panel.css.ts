import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const panel = style({
  display: 'grid',
  gap: 14,
  alignContent: 'start',
  padding: '16px 18px',
  minHeight: 0,
  overflow: 'auto',
});
export const title = style({ fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const note = style({ fontSize: size.s13, lineHeight: 1.5, color: color.text2 });
export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' });
export const item = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2px 10px',
  alignItems: 'center',
  padding: '10px 0',
  borderBottom: `1px solid ${color.line}`,
});
export const name = style({
  fontSize: size.s14,
  fontWeight: 500,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const what = style({ gridColumn: 1, fontSize: size.s13, color: color.text2 });
export const actions = style({ gridColumn: 2, gridRow: '1 / span 2', display: 'flex', gap: 6 });
export const foot = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 });
