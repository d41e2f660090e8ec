import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

/** Too low for the graph with the preview below it. */
const LOW_WINDOW = '(max-height: 760px)';
/** The same width as in pipeline.css.ts: parts are stacked. */
const NARROW = '(max-width: 40em)';

export const work = style({ ...inColumn, flex: 1, minWidth: 0, minHeight: 0 });
globalStyle(`${work}[data-preview] > :first-child`, {
  '@media': { [LOW_WINDOW]: { display: 'none' } },
});
export const wide = style({
  ...inColumn,
  flex: '0 0 clamp(280px, 52%, 460px)',
  minHeight: 0,
  borderTop: `1px solid ${color.line}`,
  background: color.bgMain,
  '@media': { [LOW_WINDOW]: { flex: '1 1 0', borderTop: 0 }, [NARROW]: { flex: '1 0 420px' } },
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
/** In a low panel, everything scrolls together. */
export const narrow = style({
  ...inColumn,
  minHeight: 0,
  flex: 1,
  position: 'relative',
  overflowY: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
export const head = style({
  ...inWrappedRow('4px 12px'),
  flex: 'none',
  position: 'relative',
  minHeight: 44,
  padding: '6px 16px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s13,
  color: color.text2,
});
export const title = style({ fontSize: size.s14, fontWeight: 600, color: color.text1, flex: 'none' });
export const sample = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
  maxWidth: 300,
  // In the panel, name and actions share a line, with the metrics below.
  selectors: { '[data-compact] &': { flex: '1 1 120px' } },
});
export const change = style({ whiteSpace: 'nowrap', selectors: { '[data-compact] &': { order: 1 } } });
export const changeValue = style({
  font: `500 ${size.s13}/1.2 ${font.mono}`,
  color: color.text1,
  selectors: { '&[data-tone=less]': { color: color.accent } },
});
export const state = style({
  ...inTextRow(6),
  whiteSpace: 'nowrap',
  selectors: { '&:empty': { display: 'none' }, '[data-compact] &': { order: 1 } },
});
export const panelTabs = style({ flex: 'none' });
globalStyle(`${panelTabs} > div`, { padding: '0 16px' });
export const right = style({ ...inRow(6), marginLeft: 'auto' });

export const bar = style({
  ...inWrappedRow('6px 12px'),
  flex: 'none',
  position: 'relative',
  padding: '6px 16px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s13,
  color: color.text2,
});
export const place = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });

export const results = style({
  display: 'flex',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  selectors: { [`${narrow} > &`]: { minHeight: 300 } },
});
export const stacked = style({ flexDirection: 'column' });
export const listSide = style({
  ...inColumn,
  minHeight: 0,
  flex: '0 0 clamp(220px, 36%, 420px)',
  borderRight: `1px solid ${color.line}`,
  selectors: {
    [`${stacked} > &`]: {
      flex: '0 0 clamp(86px, 34%, 172px)',
      borderRight: 0,
      borderBottom: `1px solid ${color.line}`,
    },
  },
});
export const diffSide = style({
  ...inColumn,
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  // Dimmed: results of an older graph.
  selectors: { '&[data-old]': { opacity: 0.6 } },
});
globalStyle(`${diffSide} > *`, { flex: 1, minHeight: 0 });
export const origin = style({
  padding: '8px 12px',
  fontSize: size.s12,
  color: color.text3,
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${diffSide} > ${origin}`, { flex: 'none' });
export const metadata = style({
  maxHeight: '50%',
  overflow: 'auto',
  padding: '8px 12px',
  fontSize: size.s12,
  color: color.text2,
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${diffSide} > ${metadata}`, { flex: 'none' });
export const metadataList = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 270px), 1fr))',
  gap: '2px 16px',
});
export const metadataRow = style({ display: 'flex', gap: 12, minWidth: 0 });
export const metadataName = style({ flex: '0 0 112px' });
export const metadataPath = style([metadataName, { fontFamily: font.mono }]);
export const metadataValue = style({
  minWidth: 0,
  color: color.text1,
  fontFamily: font.mono,
  overflowWrap: 'anywhere',
});
export const metadataNote = style({ paddingTop: 6, color: color.text3 });
export const quiet = style({ padding: 16, fontSize: size.s13, color: color.text3 });

export const notice = style({
  ...inWrappedRow('6px 12px'),
  flex: 'none',
  position: 'relative',
  padding: '8px 16px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s13,
  color: color.text2,
});
export const noticeText = style({ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' });
export const fix = style({ color: color.text2 });
export const why = style({ color: color.text1 });
export const meter = style({
  flex: '0 1 160px',
  height: 6,
  borderRadius: 3,
  background: color.bgActive,
  overflow: 'hidden',
});
export const meterFill = style({
  display: 'block',
  height: '100%',
  background: color.accent2,
  '@media': { '(forced-colors: active)': { background: 'CanvasText', forcedColorAdjust: 'none' } },
});
export const empty = style({
  flex: 1,
  display: 'grid',
  placeItems: 'center',
  padding: 16,
  overflow: 'auto',
  minHeight: 0,
});

export const form = style({ display: 'grid', gap: 14, paddingTop: 12 });
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: 14,
  alignItems: 'start',
});
export const samples = style({ display: 'grid', gap: 8, paddingTop: 12 });
export const list = style({ display: 'grid', listStyle: 'none', padding: 0, margin: 0 });
export const item = style({
  ...inWrappedRow('4px 12px'),
  minHeight: 40,
  padding: '6px 0',
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s13,
});
export const itemText = style({ display: 'grid', gap: 2, flex: '1 1 200px', minWidth: 0 });
export const itemName = style({ color: color.text1, fontWeight: 500, overflowWrap: 'anywhere' });
export const itemNote = style({ color: color.text3, fontSize: size.s12, overflowWrap: 'anywhere' });
export const listHead = style({ fontSize: size.s13, fontWeight: 600, color: color.text2 });
export const verdict = style({ ...inTextRow(6), whiteSpace: 'nowrap' });
export const difference = style({
  ...inColumn,
  flexBasis: '100%',
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.control,
  maxHeight: 260,
  minWidth: 0,
});
