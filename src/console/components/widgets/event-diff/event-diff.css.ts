import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius, hatch } = vars;
const code = `400 ${size.s12}/1.65 ${font.mono}`;

export const status = style({
  ...inTextRow(6),
  whiteSpace: 'nowrap',
  fontSize: size.s12,
  color: color.text2,
  selectors: { '&[data-status=ERROR]': { color: color.err } },
});

export const diff = style({ ...inColumn, minWidth: 0, minHeight: 0 });
export const note = style({
  display: 'flex',
  gap: 8,
  alignItems: 'baseline',
  padding: '8px 12px',
  fontSize: size.s13,
  color: color.text2,
  selectors: {
    '&:not(:last-child)': { borderBottom: `1px solid ${color.line}` },
    '&[data-tone=err]': { color: color.err },
  },
});
export const scroll = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});

/** Height of its lines, up to a third of a small window. */
export const effect = style({
  position: 'relative',
  overflow: 'auto',
  maxHeight: 'min(180px, 24vh)',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});

export const table = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  font: code,
  color: color.text1,
});
export const columnHead = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: '0 12px',
  height: 32,
  textAlign: 'left',
  font: `500 ${size.s13}/1.2 ${font.sans}`,
  color: color.text1,
  background: color.bgMain,
  borderBottom: `1px solid ${color.line}`,
  selectors: { '& + &': { borderLeft: `1px solid ${color.line}` } },
});
export const headLine = style({ display: 'flex', gap: 8, alignItems: 'baseline', minWidth: 0 });
export const headWhere = style({
  fontWeight: 400,
  color: color.text3,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const headBytes = style({
  marginLeft: 'auto',
  flex: 'none',
  font: `400 ${size.s12}/1.2 ${font.mono}`,
  color: color.text2,
});
const side = {
  padding: 0,
  verticalAlign: 'top',
  selectors: {
    '&[data-kind=removed]': { background: soft(color.err, 12, color.bgMain) },
    '&[data-kind=added]': { background: soft(color.accent, 10, color.bgMain) },
    '&[data-kind=none]': { backgroundImage: hatch },
    'td + &': { borderLeft: `1px solid ${color.line}` },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: {
        '&[data-kind=added]': { outline: '1px solid CanvasText', outlineOffset: -1 },
        '&[data-kind=removed]': { outline: '1px dashed CanvasText', outlineOffset: -1 },
      },
    },
  },
} as const;
export const cell = style(side);
export const line = style({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  paddingRight: 12,
});
export const sign = style({
  textAlign: 'center',
  fontWeight: 600,
  color: color.text3,
  userSelect: 'none',
  selectors: {
    '&[data-kind=added]': { color: color.accent },
    '&[data-kind=removed]': { color: color.err },
  },
});
export const name = style({ color: color.info });
export const string = style({ color: color.ok });
export const part = style({
  borderRadius: 2,
  selectors: {
    '&[data-kind=removed]': {
      background: soft(color.err, 26, color.bgMain),
      color: color.text1,
      textDecoration: 'line-through',
      textDecorationColor: color.err,
    },
    '&[data-kind=added]': {
      background: soft(color.accent, 24, color.bgMain),
      color: color.text1,
      textDecoration: 'underline',
      textDecorationColor: color.accent,
    },
  },
});
globalStyle(`${line} > code > span[aria-hidden]`, { userSelect: 'none' });

/** At least 24 px high without changing the line spacing. */
export const nameButton = style({
  position: 'relative',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  cursor: 'pointer',
  textDecoration: 'underline dotted',
  textUnderlineOffset: 3,
  textDecorationColor: color.lineControl,
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: '-4px -2px' },
    '&:hover': { textDecoration: 'underline', textDecorationColor: 'currentColor' },
  },
});

export const bytes = style({
  ...inWrappedRow('4px 12px'),
  minHeight: 34,
  padding: '6px 12px',
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s12,
  color: color.text2,
});
export const bytesValue = style({ font: `500 ${size.s12}/1.2 ${font.mono}`, color: color.text1 });
export const track = style({
  flex: '1 1 80px',
  maxWidth: 340,
  height: 8,
  borderRadius: 2,
  backgroundImage: hatch,
  outline: `1px solid ${color.line2}`,
  outlineOffset: -1,
  overflow: 'hidden',
});
export const kept = style({
  height: '100%',
  background: color.accent2,
  '@media': { '(forced-colors: active)': { background: 'CanvasText', forcedColorAdjust: 'none' } },
});
export const fieldName = style({ font: `400 ${size.s12}/1.2 ${font.mono}`, whiteSpace: 'nowrap' });
export const less = style({ marginLeft: 4, color: color.text1 });
export const more = style({ marginLeft: 4, color: color.warn });

export const list = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
});
export const option = style({
  position: 'absolute',
  left: 0,
  right: 0,
  display: 'grid',
  gridTemplateColumns: '36px 92px minmax(0, 1fr)',
  alignItems: 'center',
  gap: 4,
  paddingRight: 12,
  borderLeft: '2px solid transparent',
  cursor: 'default',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[aria-selected=true]': { background: color.bgActive, borderLeftColor: color.accent },
    '&:not([data-status])': { gridTemplateColumns: '36px minmax(0, 1fr)' },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&[aria-selected=true]': { outline: '2px solid Highlight', outlineOffset: -2 } },
    },
  },
});
export const number = style({
  textAlign: 'right',
  paddingRight: 6,
  font: `400 ${size.s11}/1 ${font.mono}`,
  color: color.text3,
});
export const optionText = style({
  font: `400 ${size.s12}/1.3 ${font.mono}`,
  color: color.text1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  selectors: { '[data-status=DROPPED] > &': { color: color.text3 } },
});

export const filter = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  padding: 2,
  borderRadius: radius.control,
  background: color.bgActive,
  fontSize: size.s12,
});
export const choice = style({
  ...inRow(4),
  position: 'relative',
  height: 24,
  padding: '0 6px',
  borderRadius: radius.chip,
  color: color.text2,
  whiteSpace: 'nowrap',
  selectors: {
    '&:has(:checked)': {
      background: color.bgMain,
      color: color.text1,
      fontWeight: 500,
      boxShadow: `0 0 0 1px ${color.lineControl}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&:has(:checked)': { outline: '2px solid Highlight', outlineOffset: -2 } },
    },
  },
});
export const choiceInput = style({ position: 'absolute', inset: 0, opacity: 0, margin: 0 });
export const count = style({ font: `400 ${size.s11}/1 ${font.mono}`, color: color.text3 });
