import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';
import { table as figures, empty as nothing } from '../charts/figure-table.css.ts';

export { scroll } from '../charts/figure-table.css.ts';

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
export const empty = style([nothing, { borderTop: `1px solid ${color.line}` }]);
export const table = style([figures, { minWidth: 640, fontSize: size.s14 }]);
globalStyle(`${table} thead th`, {
  height: layout.rowHeader,
  borderBlock: `1px solid ${color.line}`,
});
globalStyle(`${table} thead th[aria-sort]`, { color: color.text1 });
globalStyle(`${table} thead th:nth-child(3), ${table} thead th:nth-child(4)`, {
  textAlign: 'right',
  width: '14%',
});
globalStyle(`${table} thead th:nth-child(5)`, { width: '28%' });
globalStyle(`${table} tbody td, ${table} tbody th`, {
  height: layout.row,
  borderBottom: `1px solid ${color.line}`,
  fontWeight: 400,
});
globalStyle(`${table} tbody th`, { fontWeight: 500, color: color.text1 });
globalStyle(`${table} tr > :first-child`, { paddingLeft: layout.gutter });
globalStyle(`${table} tr > :last-child`, { paddingLeft: 24, paddingRight: layout.gutter });
export const figure = style({});
globalStyle(`${table} tbody td.${figure}`, { textAlign: 'right', fontFamily: font.mono, fontSize: size.s13 });
export const more = style({ padding: `8px ${layout.gutter}` });
