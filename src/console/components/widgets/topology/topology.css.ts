import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';
import { NODE_GAP, NODE_HEIGHT } from './topology-layout.ts';

const { color, size, font, radius } = vars;

/** Percent of the width. */
export const COLUMN = 26;
export const ROOM = 11;

export const drawing = style({ position: 'relative' });
export const pipes = style({ position: 'absolute', inset: 0, width: '100%', height: '100%' });
export const pipe = style({
  fill: 'none',
  stroke: color.pipe,
  selectors: {
    '&[data-tone="warn"]': { stroke: color.warn, strokeOpacity: 0.35 },
    '&[data-tone="err"]': { stroke: color.err, strokeOpacity: 0.4 },
    '&[data-empty]': { stroke: color.text3, strokeOpacity: 0.6, strokeDasharray: '3 4' },
  },
  '@media': { '(forced-colors: active)': { stroke: 'CanvasText' } },
});
export const flow = style({
  fill: 'none',
  stroke: color.flow,
  strokeWidth: 1.5,
  strokeDasharray: '1.5 6',
  strokeLinecap: 'round',
});
export const columns = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `repeat(3, ${COLUMN}%)`,
  columnGap: `${ROOM}%`,
  height: '100%',
});
export const column = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  alignContent: 'center',
  gap: NODE_GAP,
});
export const node = style({
  display: 'grid',
  gridTemplateColumns: '14px minmax(0, 1fr)',
  columnGap: 8,
  alignContent: 'center',
  alignItems: 'center',
  height: NODE_HEIGHT,
  padding: '0 12px',
  borderRadius: radius.card,
  border: `1px solid ${color.line2}`,
  background: color.bgRaised,
  color: color.text1,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[data-column="0"]': { borderLeft: `3px solid ${color.text3}` },
    '&[data-column="2"]': { borderRight: `3px solid ${color.text3}` },
    '&[data-tone="warn"]': { borderColor: color.warn },
    '&[data-tone="err"]': { borderColor: color.err },
  },
});
export const name = style({
  fontSize: size.s13,
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
/** Without enough room the volume is dropped. */
export const facts = style({
  gridColumn: 2,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 8,
  lineHeight: 1.5,
  maxHeight: '1.5em',
  fontSize: size.s11,
  color: color.text3,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
});
export const volume = style({ fontFamily: font.mono });
export const heads = style({
  display: 'grid',
  gridTemplateColumns: `repeat(3, ${COLUMN}%)`,
  columnGap: `${ROOM}%`,
  marginBottom: 8,
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
});
export const summary = style({ color: color.text2, fontSize: size.s13, margin: '0 0 12px' });
export const twin = style({ marginTop: 12, fontSize: size.s13, color: color.text2 });
globalStyle(`${twin} > summary`, { cursor: 'pointer', width: 'fit-content', minHeight: 24 });
export const table = style({ width: '100%', borderCollapse: 'collapse', marginTop: 8 });
globalStyle(`${table} th, ${table} td`, {
  textAlign: 'left',
  fontWeight: 400,
  padding: '6px 12px 6px 0',
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${table} thead th`, { fontSize: size.s12, fontWeight: 500, color: color.text3 });
globalStyle(`${table} .figure`, { textAlign: 'right', fontFamily: font.mono });
export const scroll = style({ overflowX: 'auto' });
