import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';
import { table as figures } from './figure-table.css.ts';

export { empty, scroll } from './figure-table.css.ts';

const { color, size, font, radius, hatch } = vars;

export const panel = style({
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bgRaised,
  margin: 0,
  minWidth: 0,
  overflow: 'hidden',
});
export const title = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: 46,
  padding: '8px 16px',
  fontSize: size.s14,
  fontWeight: 600,
});
export const table = style([figures, { minWidth: 600, fontSize: size.s13 }]);
globalStyle(`${table} thead th`, { paddingBottom: 6 });
globalStyle(`${table} thead th:first-child`, { width: '22%' });
globalStyle(`${table} thead th:nth-child(n + 3)`, { textAlign: 'right', width: '12%' });
globalStyle(`${table} tbody > tr > *`, {
  height: 34,
  borderTop: `1px solid ${color.line}`,
  fontWeight: 500,
});
globalStyle(`${table} tbody td:nth-child(n + 3)`, {
  textAlign: 'right',
  font: `400 ${size.s13}/1.3 ${font.mono}`,
});
globalStyle(`${table} tr > :first-child`, { paddingLeft: 16 });
globalStyle(`${table} tr > :last-child`, { paddingRight: 16 });
export const bar = style({ position: 'relative', display: 'block', height: 12 });
const part = style({ position: 'absolute', insetBlock: 0, left: 0, borderRadius: 2, minWidth: 1 });
export const removed = style([part, { background: hatch, boxShadow: `inset 0 0 0 1px ${color.line2}` }]);
export const passed = style([
  part,
  {
    background: color.accent2,
    '@media': { '(forced-colors: active)': { background: 'CanvasText', forcedColorAdjust: 'none' } },
  },
]);
export const added = style([
  part,
  {
    background: color.warn,
    '@media': { '(forced-colors: active)': { background: 'GrayText', forcedColorAdjust: 'none' } },
  },
]);
export const change = style({ selectors: { '&[data-growth]': { color: color.warn } } });
