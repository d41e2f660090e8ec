import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { pulse } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius, shadow } = vars;

/** 360 px, or 410 px with a filter. */
export const panel = style({
  ...inColumn,
  position: 'relative',
  height: '24rem',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bgRaised,
  overflow: 'hidden',
  margin: 0,
  minWidth: 0,
  selectors: {
    '&[data-filter]': { height: 'calc(410rem / 15)' },
    // Without data the height can shrink.
    '&[data-empty]': { height: 'auto', minHeight: '11rem' },
  },
  '@media': {
    // Lines lose their colors here; only the dash distinguishes them.
    '(forced-colors: active)': {
      vars: {
        [color.dataIn]: 'CanvasText',
        [color.dataOut]: 'CanvasText',
        [color.dataDrop]: 'CanvasText',
        [color.data4]: 'CanvasText',
        [color.text3]: 'CanvasText',
        [color.line]: 'GrayText',
        [color.lineControl]: 'CanvasText',
      },
    },
  },
});
export const head = style({ ...inWrappedRow(8), minHeight: 46, padding: '8px 10px 8px 16px', flex: 'none' });
export const title = style({ fontSize: size.s14, fontWeight: 600 });
export const note = style({ fontSize: size.s12, color: color.text3 });
export const problem = style({ fontSize: size.s12, color: color.err });
export const legend = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 14px',
  padding: '0 16px 10px',
  fontSize: size.s12,
  color: color.text2,
});
export const legendItem = style({ ...inTextRow(6) });
export const tools = style({ ...inRow(4), marginLeft: 'auto' });
export const stage = style({ ...inColumn, flex: 1, minHeight: 0 });
export const canvas = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  touchAction: 'pan-y',
  userSelect: 'none',
  selectors: {
    '&:focus-visible': { outlineOffset: -3, borderRadius: radius.card },
    '&[data-selectable]': { cursor: 'crosshair' },
  },
});
/** Out of flow, so as not to affect the measured size. */
export const picture = style({ position: 'absolute', inset: 0 });
globalStyle(`${picture} > svg`, { display: 'block', overflow: 'visible' });
export const empty = style({
  flex: 1,
  display: 'grid',
  placeContent: 'center',
  color: color.text3,
  fontSize: size.s14,
});
export const centred = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: '4px 16px 16px' });
export const skeleton = style({
  flex: 1,
  margin: '14px 18px 28px 56px',
  backgroundImage: `repeating-linear-gradient(${color.line} 0 1px, transparent 1px 20%)`,
  borderBottom: `1px solid ${color.line}`,
  animation: `${pulse} 1.4s ease-in-out infinite`,
});
export const undrawn = style([skeleton, { height: 'calc(100% - 42px)' }]);
export const marks = style({ position: 'absolute', inset: 0, pointerEvents: 'none', overflow: 'hidden' });
export const crosshair = style({
  position: 'absolute',
  width: 0,
  borderLeft: `1px dashed ${color.lineControl}`,
});
/** On the axis: deployments are solid diamonds, edits hollow ones. */
export const change = style({
  position: 'absolute',
  width: 8,
  height: 8,
  marginLeft: -4,
  transform: 'rotate(45deg)',
  border: `1.5px solid ${color.text2}`,
  background: color.bgMain,
  selectors: { '&[data-kind=deployment]': { background: color.accent, borderColor: color.accent } },
  '@media': {
    '(forced-colors: active)': {
      borderColor: 'CanvasText',
      selectors: { '&[data-kind=deployment]': { background: 'CanvasText' } },
    },
  },
});
export const selection = style({
  position: 'absolute',
  background: soft(color.accent, 14, 'transparent'),
  borderInline: `2px solid ${color.accent}`,
  '@media': { '(forced-colors: active)': { borderColor: 'Highlight' } },
});
export const ring = style({
  position: 'absolute',
  width: 9,
  height: 9,
  margin: '-4.5px 0 0 -4.5px',
  borderRadius: '50%',
  border: '2px solid',
  background: color.bgRaised,
});
export const chip = style({
  position: 'absolute',
  transform: 'translateX(-50%)',
  // Above the values, which may reach down to it.
  zIndex: 2,
  ...inTextRow(8),
  height: 30,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgOverlay,
  boxShadow: shadow.float,
  color: color.text1,
  fontSize: size.s13,
  fontWeight: 500,
  whiteSpace: 'nowrap',
});
export const chipAct = style({
  ...inTextRow(6),
  color: color.text3,
  fontWeight: 400,
});
export const tip = style({
  position: 'absolute',
  top: 8,
  zIndex: 1,
  display: 'grid',
  gap: 5,
  minWidth: 156,
  maxWidth: 'calc(100% - 8px)',
  maxHeight: 'calc(100% - 16px)',
  overflow: 'auto',
  padding: '8px 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgOverlay,
  boxShadow: shadow.float,
  fontSize: size.s13,
  color: color.text2,
  cursor: 'default',
  userSelect: 'text',
});
export const tipTitle = style({ color: color.text1, fontWeight: 500, whiteSpace: 'nowrap' });
export const tipLine = style({ ...inRow(8), whiteSpace: 'nowrap' });
export const tipValue = style({
  marginLeft: 'auto',
  paddingLeft: 12,
  fontFamily: font.mono,
  color: color.text1,
});
export const rangeForm = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 10,
  padding: '2px 16px 10px',
  flex: 'none',
});
export const rangeActs = style({ display: 'flex', gap: 8, paddingTop: `calc(${size.s13} * 1.5 + 6px)` });
export const tableWrap = style({ flex: 1, minHeight: 0, overflow: 'auto', padding: '0 16px 12px' });
export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: size.s13 });
globalStyle(`${table} th`, {
  textAlign: 'right',
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  padding: '6px 8px',
  position: 'sticky',
  top: 0,
  background: color.bgRaised,
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${table} td`, { textAlign: 'right', fontFamily: font.mono, padding: '5px 8px' });
globalStyle(`${table} th:first-child`, { textAlign: 'left' });
globalStyle(`${table} tbody th`, {
  fontFamily: font.mono,
  color: color.text2,
  borderBottom: 0,
  position: 'static',
  fontSize: size.s13,
});

export const tipNote = style({ maxWidth: 260, color: color.text2, overflowWrap: 'anywhere' });
