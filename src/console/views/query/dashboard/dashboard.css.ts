import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius, layout } = vars;
/** Panels are stacked. */
const NARROW = '(max-width: 800px)';

export const page = style({ ...inColumn, minHeight: '100%' });
export const head = style({
  ...inWrappedRow(8),
  justifyContent: 'space-between',
  padding: `14px ${layout.gutter} 10px`,
});
export const variables = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: `0 ${layout.gutter} 10px`,
});
export const grid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gridAutoRows: 72,
  gap: 12,
  padding: `0 ${layout.gutter} 24px`,
  '@media': { [NARROW]: { ...inColumn } },
});
export const nothing = style({ padding: `6px ${layout.gutter}` });
export const panel = style({
  ...inColumn,
  position: 'relative',
  minWidth: 0,
  minHeight: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bgRaised,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -1 } },
  '@media': { [NARROW]: { minHeight: 160, maxHeight: 480 } },
});
export const panelHead = style({
  ...inRow(8),
  flex: 'none',
  minHeight: 38,
  padding: '4px 6px 4px 14px',
  selectors: { '&[draggable=true]': { cursor: 'grab' } },
});
export const panelTitle = style({
  flex: 1,
  minWidth: 0,
  margin: 0,
  fontSize: size.s14,
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const panelBody = style({ ...inColumn, flex: 1, minHeight: 0, overflow: 'auto' });
export const drawn = style({ flex: 1, minHeight: 0, padding: '0 14px 10px' });
export const scrolled = style([drawn, { overflow: 'auto' }]);
globalStyle(`${scrolled} > dl`, { padding: '4px 0' });
// Removes the frame that line charts have elsewhere: the panel has its own.
globalStyle(`${drawn}:is([data-chart=LINE], [data-chart=AREA]):has(> figure)`, { padding: 0 });
globalStyle(`${drawn}[data-chart=LINE] > figure, ${drawn}[data-chart=AREA] > figure`, {
  height: '100%',
  minHeight: 220,
  border: 0,
  background: 'none',
});
globalStyle(`${drawn} figure h2`, {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
});
export const corner = style({
  position: 'absolute',
  right: 0,
  bottom: 0,
  width: 18,
  height: 18,
  cursor: 'nwse-resize',
  touchAction: 'none',
  borderRight: `2px solid ${color.lineControl}`,
  borderBottom: `2px solid ${color.lineControl}`,
  borderBottomRightRadius: radius.card,
  opacity: 0,
  selectors: { [`${panel}:hover &, ${panel}:focus-within &`]: { opacity: 1 } },
  '@media': { [NARROW]: { display: 'none' } },
});
export const message = style({ padding: '8px 14px' });
export const waiting = style({ padding: '8px 14px', margin: 0, color: color.text2, fontSize: size.s13 });
export const note = style({ margin: 0, padding: '4px 14px', fontSize: size.s12, color: color.text2 });
export const tableWrap = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: '0 4px 6px' });
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: size.s13,
});
globalStyle(`${table} th`, {
  position: 'sticky',
  top: 0,
  background: color.bgRaised,
  color: color.text2,
  fontWeight: 500,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  padding: '4px 10px',
});
globalStyle(`${table} td`, {
  font: `400 ${size.s13}/1.5 ${font.mono}`,
  padding: '3px 10px',
  borderTop: `1px solid ${color.line}`,
  // Words stay whole: the table scrolls sideways, and long values are truncated.
  maxWidth: 480,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
globalStyle(`${table} [data-number]`, { textAlign: 'right', whiteSpace: 'nowrap' });
