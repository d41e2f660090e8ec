import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, font, radius, shadow } = vars;

export const panel = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bgRaised,
  overflow: 'hidden',
  margin: 0,
  minWidth: 0,
});
export const head = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 10,
  padding: '10px 12px 8px 16px',
  fontSize: size.s14,
});
export const title = style({ fontSize: size.s14, fontWeight: 600 });
export const legend = style({ display: 'flex', gap: 12, fontSize: size.s12, color: color.text2 });
export const legendItem = style({ display: 'inline-flex', gap: 6, alignItems: 'center' });
export const tools = style({ marginLeft: 'auto', display: 'flex', gap: 8, alignItems: 'center' });
export const canvas = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
globalStyle(`${canvas} > div > svg`, { display: 'block', overflow: 'visible' });
export const empty = style({
  flex: 1,
  display: 'grid',
  placeContent: 'center',
  color: color.text3,
  fontSize: size.s14,
});
export const crosshair = style({
  position: 'absolute',
  top: 14,
  bottom: 26,
  width: 1,
  background: color.lineControl,
  pointerEvents: 'none',
});
export const tip = style({
  position: 'absolute',
  top: 18,
  zIndex: 1,
  display: 'grid',
  gap: 4,
  minWidth: 156,
  padding: '8px 10px',
  borderRadius: radius.control,
  background: color.bgOverlay,
  boxShadow: shadow.float,
  fontSize: size.s12,
  pointerEvents: 'none',
});
export const tipLine = style({ display: 'flex', gap: 8, alignItems: 'center' });
export const tipValue = style({ marginLeft: 'auto', fontFamily: font.mono });
export const tableWrap = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: '0 16px 12px' });
export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: size.s13 });
globalStyle(`${table} th`, {
  textAlign: 'right',
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  padding: '6px 8px',
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${table} td`, { textAlign: 'right', fontFamily: font.mono, padding: '5px 8px' });
globalStyle(`${table} th:first-child`, { textAlign: 'left' });
globalStyle(`${table} tbody th`, {
  fontFamily: font.mono,
  color: color.text2,
  borderBottom: 0,
  fontSize: size.s13,
});
