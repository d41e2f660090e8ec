import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, font, layout } = vars;

export const card = style({ minWidth: 0 });
export const heading = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 50,
  padding: `0 ${layout.gutter}`,
  fontSize: size.s15,
  fontWeight: 600,
});
export const note = style({ fontSize: size.s13, fontWeight: 400, color: color.text3 });
export const message = style({ padding: `0 ${layout.gutter} 16px` });
export const empty = style({
  display: 'grid',
  placeContent: 'center',
  minHeight: 120,
  borderTop: `1px solid ${color.line}`,
  color: color.text3,
  fontSize: size.s14,
});
export const scroll = style({
  overflowX: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
export const table = style({
  width: '100%',
  minWidth: 640,
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: size.s14,
});
globalStyle(`${table} thead th`, {
  height: layout.rowHeader,
  padding: `0 8px`,
  borderBlock: `1px solid ${color.line}`,
  textAlign: 'left',
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
});
globalStyle(`${table} thead th[aria-sort]`, { color: color.text1 });
globalStyle(`${table} thead th:nth-child(3), ${table} thead th:nth-child(4)`, {
  textAlign: 'right',
  width: '14%',
});
globalStyle(`${table} thead th:nth-child(5)`, { width: '28%' });
globalStyle(`${table} tbody td, ${table} tbody th`, {
  height: layout.row,
  padding: '0 8px',
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'left',
  fontWeight: 400,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
globalStyle(`${table} tbody th`, { fontWeight: 500, color: color.text1 });
globalStyle(`${table} tr > :first-child`, { paddingLeft: layout.gutter });
globalStyle(`${table} tr > :last-child`, { paddingLeft: 24, paddingRight: layout.gutter });
export const figure = style({});
globalStyle(`${table} tbody td.${figure}`, { textAlign: 'right', fontFamily: font.mono, fontSize: size.s13 });
export const more = style({ padding: `8px ${layout.gutter}` });
