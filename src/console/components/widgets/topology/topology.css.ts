import { globalStyle, style } from '@vanilla-extract/css';
import { inRow, inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import { FATE_FILL } from '../fates/fates.css.ts';
import { NODE_GAP, NODE_HEIGHT } from './topology-layout.ts';

const { color, size, font, radius } = vars;

/** Percent of the width: sources, gap, pipelines, gap for dropped and waiting data, destinations. */
export const COLUMNS = [18, 10, 25, 23, 24] as const;
/** Left edges of the five, and the right one. */
export const EDGES = [0, 18, 28, 53, 76, 100] as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: COLUMNS.map((width) => `${width}%`).join(' '),
} as const;

export const frame = style({});
export const drawing = style({ position: 'relative' });
export const pipes = style({ position: 'absolute', inset: 0, width: '100%', height: '100%' });
export const pipe = style({
  fill: 'none',
  stroke: color.pipe,
  selectors: {
    '&[data-empty]': { stroke: color.text3, strokeOpacity: 0.6, strokeDasharray: '3 4' },
    '&[data-waiting]': { stroke: color.data4, strokeOpacity: 1, strokeDasharray: '2.4 2.6' },
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
export const columns = style([{ position: 'relative', height: '100%' }, grid]);
export const column = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  alignContent: 'center',
  gap: NODE_GAP,
  selectors: {
    '&:nth-child(1)': { gridColumn: 1 },
    '&:nth-child(2)': { gridColumn: 3 },
    '&:nth-child(3)': { gridColumn: 5 },
  },
});
/** In em, so that larger text counts. */
const NARROW_CARD = '(max-width: 15em)';
/** Visually hidden. */
const unseen = { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' } as const;

export const place = style({ containerType: 'inline-size', minWidth: 0 });
export const node = style({
  display: 'grid',
  gridTemplateColumns: '14px minmax(0, 1fr)',
  columnGap: 7,
  alignContent: 'center',
  alignItems: 'center',
  height: NODE_HEIGHT,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgRaised,
  color: color.text1,
  textDecoration: 'none',
  lineHeight: 1.35,
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[data-column="0"]': { borderLeft: `3px solid ${color.dataIn}` },
    '&[data-column="2"]': { borderRight: `3px solid ${color.accent2}` },
    '&[data-tone="warn"]': { borderColor: soft(color.warn, 55, color.bgRaised) },
    '&[data-tone="err"]': {
      borderColor: soft(color.err, 60, color.bgRaised),
      background: soft(color.err, 7, color.bgRaised),
    },
    '&[data-column="2"][data-tone="err"]': { borderStyle: 'dashed solid dashed dashed' },
  },
});
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
export const line = style({ ...inRow(8), gridColumn: 2, minWidth: 0, fontSize: size.s12 });
export const name = style([{ flex: '1 1 auto', minWidth: 0, fontSize: size.s13, fontWeight: 600 }, cut]);
export const state = style({
  flex: '0 1 auto',
  minWidth: 0,
  ...cut,
  selectors: { '&[data-quiet]': { color: color.text3 }, '&:not([data-quiet])': { flexShrink: 0 } },
  // The name is more important than a healthy state.
  '@container': { [NARROW_CARD]: { selectors: { '&[data-quiet]': unseen } } },
});
export const mark = style({
  flex: '0 1 auto',
  minWidth: 0,
  ...inTextRow(6),
  ...cut,
});
export const markText = style({ minWidth: 0, ...cut });
export const markWord = style({ '@container': { [NARROW_CARD]: unseen } });
export const rate = style({
  flex: '1 0 auto',
  maxWidth: '100%',
  ...cut,
  color: color.text2,
  fontFamily: font.mono,
});
export const note = style({
  flex: 'none',
  color: color.text3,
  '@container': { [NARROW_CARD]: unseen },
});
/** Yields to waiting data, which is more important. */
export const buffer = style({
  flex: '0 100 28px',
  minWidth: 8,
  '@container': { [NARROW_CARD]: { display: 'none' } },
  height: 6,
  borderRadius: 3,
  background: color.line2,
  overflow: 'hidden',
});
export const bufferFill = style({ display: 'block', height: 6, minWidth: 3, background: color.data4 });

const over = { position: 'absolute', whiteSpace: 'nowrap', fontSize: size.s12, lineHeight: '14px' } as const;
export const stub = style({
  position: 'absolute',
  width: 40,
  borderRight: `2px solid ${color.dataDrop}`,
  ...FATE_FILL.dropped,
  forcedColorAdjust: 'none',
});
export const stubLabel = style({ ...over, color: color.dataDrop, background: soft(color.bgMain, 85) });
export const block = style({
  position: 'absolute',
  width: 3,
  height: 18,
  background: color.err,
  borderRadius: 1,
});

export const heads = style([
  grid,
  { marginBottom: 8, fontSize: size.s12, fontWeight: 500, color: color.text3 },
]);
globalStyle(`${heads} > :nth-child(2)`, { gridColumn: 3 });
globalStyle(`${heads} > :nth-child(3)`, { gridColumn: 5 });
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
