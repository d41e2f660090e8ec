import { globalStyle, style } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius } = vars;

/** Contains the visually hidden label, which would otherwise lengthen the page. */
export const field = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 6,
  minWidth: 0,
  alignContent: 'start',
});
export const label = style({
  ...inWrappedRow('2px 6px'),
  fontSize: size.s13,
  fontWeight: 500,
  color: color.text2,
});
export const optional = style({ color: color.text3, fontWeight: 400, overflowWrap: 'anywhere', minWidth: 0 });
export const requiredMark = style({ color: color.text3, fontWeight: 400, marginLeft: -3 });
export const help = style({ fontSize: size.s12, color: color.text3 });
export const error = style({
  display: 'flex',
  gap: 6,
  alignItems: 'baseline',
  color: color.err,
  fontSize: size.s13,
});
globalStyle(`${error} > svg`, { transform: 'translateY(1px)' });

/** Has the border, so that icons and counters are inside. */
export const box = style({
  ...inRow(8),
  minHeight: 32,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineControl}`,
  background: color.bgMain,
  color: color.text1,
  fontSize: size.s14,
  minWidth: 0,
  selectors: {
    '&:focus-within': { outline: `2px solid ${color.accent}`, outlineOffset: -1, borderColor: color.accent },
    '&[data-invalid]': { borderColor: color.err },
    '&[data-readonly]': {
      borderColor: color.line2,
      borderStyle: 'dashed',
      color: color.text2,
      background: 'none',
    },
  },
});
globalStyle(`${box} > svg`, { color: color.text3 });
export const areaBox = style([box, { padding: 0, position: 'relative' }]);

export const input = style({
  flex: 1,
  minWidth: 0,
  width: '100%',
  height: 30,
  padding: 0,
  border: 0,
  background: 'none',
  outline: 'none',
  fontSize: size.s14,
});
export const monoInput = style({ fontFamily: font.mono, fontSize: size.s13, letterSpacing: '-.01em' });
export const area = style([
  input,
  { height: 'auto', minHeight: 72, padding: '7px 10px', resize: 'vertical' },
]);
export const counter = style({ color: color.text3, fontFamily: font.mono, fontSize: size.s12 });
export const countedArea = style({ paddingBottom: 26 });
export const areaCounter = style({
  position: 'absolute',
  right: 16,
  bottom: 6,
  pointerEvents: 'none',
  background: color.bgMain,
});
export const unit = style({ color: color.text3, fontSize: size.s13, whiteSpace: 'nowrap' });

export const tokens = style({
  display: 'grid',
  gap: 4,
  padding: 5,
  border: `1px solid ${color.lineControl}`,
  borderRadius: radius.control,
  background: color.bgMain,
  minWidth: 0,
  selectors: {
    '&:has(input:focus-visible)': {
      outline: `2px solid ${color.accent}`,
      outlineOffset: -1,
      borderColor: color.accent,
    },
    '&[data-invalid]': { borderColor: color.err },
    '&[data-readonly]': { borderColor: color.line2, borderStyle: 'dashed', background: 'none' },
  },
});
export const token = style({
  ...inRow(6),
  minHeight: 26,
  padding: '4px 2px 4px 8px',
  borderRadius: radius.chip,
  background: color.bgActive,
  font: `400 ${size.s12}/1.3 ${font.mono}`,
  color: color.text1,
  minWidth: 0,
  overflowWrap: 'anywhere',
});
export const noEntries = style({ padding: '2px 6px' });
export const tokenInput = style([input, monoInput, { height: 26, padding: '0 6px' }]);
export const removeButton = style({
  marginLeft: 'auto',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  border: 0,
  borderRadius: radius.chip,
  background: 'none',
  color: color.text3,
  flex: 'none',
  selectors: {
    '&:hover': { background: color.bgHover, color: color.text1 },
    '&:focus-visible': { outlineOffset: -2 },
  },
});
/** The button is taller than the text. */
globalStyle(`${token} > ${removeButton}`, { marginBlock: -3 });
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 24px',
  gap: 6,
  alignItems: 'center',
});

export const form = style({ display: 'grid', gap: 20, alignContent: 'start', minWidth: 0, maxWidth: 640 });
export const group = style({ display: 'grid', gap: 14, alignContent: 'start', minWidth: 0 });
/** A legend is not a grid item, so the gap needs a margin. */
globalStyle(`${group} > legend`, { marginBottom: 8 });
globalStyle(`${group} > legend + ${help}`, { marginTop: -6 });
export const groupHeading = style({ fontSize: size.s14, fontWeight: 600, color: color.text1 });

export const advanced = style({ minWidth: 0, borderTop: `1px solid ${color.line2}`, paddingTop: 8 });
export const advancedSummary = style({
  ...inRow(6),
  minHeight: 32,
  borderRadius: radius.control,
  fontSize: size.s14,
  fontWeight: 600,
  color: color.text1,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { color: color.text1, background: color.bgHover },
  },
});
globalStyle(`${advancedSummary} > svg`, { color: color.text3, transition: 'rotate 120ms' });
globalStyle(`${advanced}[open] > ${advancedSummary} > svg`, { rotate: '90deg' });
globalStyle(`${advancedSummary} > ${optional}`, { fontSize: size.s13 });
export const advancedFields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  paddingTop: 12,
});
export const entryHead = style({ ...inRow(4), fontSize: size.s13, fontWeight: 500, color: color.text2 });
export const entryName = style({ marginRight: 'auto' });
export const nested = style({
  display: 'grid',
  gap: 12,
  padding: '4px 0 4px 12px',
  borderLeft: `2px solid ${color.line2}`,
  minWidth: 0,
});

export const rule = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1.1fr) 24px',
  gap: 6,
  alignItems: 'start',
});
export const ruleNarrow = style({
  gridTemplateColumns: 'minmax(0, 1fr) 24px',
  padding: 8,
  borderRadius: radius.control,
  background: soft(color.bgActive, 45),
});
export const matchLine = style({ ...inRow(8), fontSize: size.s13, color: color.text2 });

/** Below the text field. */
/** Detail of a suggestion. */
export const proposalDetail = style({ color: color.text3, fontSize: size.s13, textAlign: 'right' });
