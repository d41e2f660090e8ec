import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { screenColumn, screenRest } from '../../../../styles/layout.css.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';
import { INSET } from '../../components/entity-form/inset.ts';

const { color, font, size, layout } = vars;

/** Too narrow for a panel beside the graph: they are stacked, and the screen scrolls. */
const NARROW = '(max-width: 40em)';

export const page = style([screenColumn, { '@media': { [NARROW]: { overflowY: 'auto' } } }]);
export const head = style({ ...inWrappedRow(12), padding: `16px ${layout.gutter} 12px` });
export const headText = style({ flex: '1 1 240px', minWidth: 0 });
export const titleLine = style({ ...inRow(12), minWidth: 0 });
/** Two lines of a long name; the title has the full text. */
export const name = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  minWidth: 0,
  overflowWrap: 'anywhere',
});
/** Keeps its space while the name loads, to avoid a layout shift. */
export const version = style({ display: 'inline-flex', selectors: { '&[data-awaited]': { opacity: 0 } } });
export const newer = style({ fontSize: size.s13, color: color.warn, whiteSpace: 'nowrap' });
export const description = style({ fontSize: size.s13, color: color.text2, marginTop: 2 });
export const actions = style({ ...inWrappedRow(8), marginLeft: 'auto' });
/** The room of the menu of actions. */
export const awaitedActions = style({ width: 28 });
export const details = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(160px, 1fr) minmax(200px, 2fr) minmax(180px, 1fr)',
  '@media': { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  gap: 16,
  alignItems: 'start',
  padding: `0 ${layout.gutter} 14px`,
});
export const body = style([
  screenRest,
  {
    display: 'flex',
    borderTop: `1px solid ${color.line}`,
    '@media': { [NARROW]: { flex: '1 0 auto', height: 'auto', flexDirection: 'column' } },
  },
]);
export const tabPanel = style([screenRest, { ...inColumn }]);
export const structure = style({
  ...inColumn,
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  '@media': { [NARROW]: { flexBasis: 'auto', minHeight: 360 } },
});
export const structureHead = style({
  ...inWrappedRow(10),
  position: 'relative',
  minHeight: 44,
  padding: `6px ${layout.gutter}`,
  fontSize: size.s13,
  color: color.text2,
  borderBottom: `1px solid ${color.line}`,
  whiteSpace: 'nowrap',
});
export const structureTitle = style({ fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const updated = style({ marginLeft: 'auto' });
export const right = style({
  ...inWrappedRow(8),
  marginLeft: 'auto',
  selectors: { [`${updated} + &`]: { marginLeft: 0 } },
});
export const updatedBelow = style({
  order: 1,
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 16,
  marginTop: -6,
});
export const region = style({ ...inColumn, flex: 1, minHeight: 0, minWidth: 0 });
export const problemButton = style({
  ...inTextRow(6),
  height: 22,
  padding: '0 8px',
  border: 0,
  borderRadius: 11,
  background: soft(color.warn, 12),
  color: color.warn,
  font: `500 ${size.s12}/1 ${font.sans}`,
});
export const failed = style({ padding: `20px ${layout.gutter}` });
export const empty = style({ flex: 1, display: 'grid', placeItems: 'center', padding: 24 });
export const awaited = style({ ...inColumn, flex: 1, minHeight: 0 });
export const awaitedTools = style({ minHeight: 48, padding: `10px ${layout.gutter}` });
/** Wraps nothing: the filters of the list do in narrow windows. */
export const awaitedFilters = style({ padding: `12px ${layout.gutter}` });
/** Below the heads of the columns. */
export const awaitedRows = style({
  flex: 1,
  borderTop: `1px solid ${color.line}`,
  padding: layout.gutter,
  marginTop: 34,
});

export const panel = style({
  ...inColumn,
  width: layout.configPanel,
  flex: 'none',
  minHeight: 0,
  background: color.bgRaised,
  borderLeft: `1px solid ${color.line}`,
  '@media': {
    '(max-width: 1100px)': { width: 320 },
    [NARROW]: { width: 'auto', borderLeft: 0, borderTop: `1px solid ${color.line}` },
  },
});
export const panelHead = style({
  ...inRow(10),
  padding: '12px 16px',
  borderBottom: `1px solid ${color.line}`,
});
export const panelTitle = style({ fontSize: size.s15, fontWeight: 600, lineHeight: 1.3 });
export const panelSub = style({ fontSize: size.s12, color: color.text3 });
export const panelBody = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '14px 16px 20px',
  display: 'grid',
  gap: 18,
  alignContent: 'start',
});
export const panelFlush = style({ ...inColumn, position: 'relative', flex: 1, minHeight: 0 });
export const panelFoot = style({
  ...inWrappedRow(8),
  padding: '10px 16px',
  '@media': { '(max-width: 1100px)': { gap: 6, padding: '10px 12px' } },
  borderTop: `1px solid ${color.line}`,
});
export const effect = style({
  flex: 'none',
  display: 'grid',
  gap: 8,
  padding: '10px 16px 12px',
  borderTop: `1px solid ${color.line}`,
  selectors: { '&[data-old]': { opacity: 0.7 } },
});
export const effectSize = style({
  marginLeft: 'auto',
  font: `400 ${size.s12}/1.4 ${font.mono}`,
  color: color.text2,
});
export const section = style({ display: 'grid', gap: 8 });
export const configuration = style([section, { gap: 14 }]);
export const sectionHead = style({ ...inRow(8), fontSize: size.s13, fontWeight: 600, color: color.text2 });
export const counters = style({ width: '100%', borderCollapse: 'collapse', fontSize: size.s13 });
export const counterHead = style({
  fontSize: size.s12,
  fontWeight: 400,
  color: color.text3,
  textAlign: 'right',
  padding: '4px 0',
  selectors: { '&:first-child': { textAlign: 'left' } },
});
export const counterName = style({
  textAlign: 'left',
  fontWeight: 400,
  color: color.text2,
  padding: '4px 0',
});
export const counterValue = style({
  textAlign: 'right',
  font: `500 ${size.s12}/1.3 ${font.mono}`,
  padding: '4px 0 4px 12px',
});
export const events = style({ display: 'grid', gap: 4 });
export const quiet = style({ fontSize: size.s13, color: color.text3 });
export const notes = style({ fontSize: size.s13, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
export const note = style([quiet, { marginTop: 8 }]);
export const warning = style({ display: 'flex', gap: 8, fontSize: size.s13, color: color.warn });
/** Below the message of a dialog. */
export const dialogField = style({ paddingTop: 12 });
export const dialogForm = style({
  ...inColumn,
  height: 'min(70vh, 640px)',
  margin: '0 -20px -18px',
  vars: { [INSET]: '20px' },
});
