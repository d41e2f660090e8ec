import { style, styleVariants } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, layout, radius } = vars;

/** Two columns; in em, so that large text has room. */
const NARROW = '(max-width: 40em)';

export const place = style({ flex: 'none' });
export const strip = style({
  display: 'grid',
  margin: 0,
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  borderBottom: `1px solid ${color.line}`,
  '@media': { [NARROW]: { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const metric = style({
  containerType: 'inline-size',
  position: 'relative',
  display: 'grid',
  gap: 2,
  alignContent: 'start',
  padding: '10px 16px',
  borderLeft: `1px solid ${color.line}`,
  textAlign: 'left',
  overflow: 'hidden',
  selectors: {
    '&:first-child': { borderLeft: 0, paddingLeft: layout.gutter },
    '&[data-leads]:hover': { background: color.bgHover },
  },
  '@media': {
    [NARROW]: {
      selectors: {
        '&:nth-child(odd)': { borderLeft: 0, paddingLeft: layout.gutter },
        '&:nth-child(n + 3)': { borderTop: `1px solid ${color.line}` },
      },
    },
  },
});
export const label = style({ ...inRow(6), fontSize: size.s13, color: color.text2, fontWeight: 400 });
/** As large as its metric. */
export const lead = style({
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  selectors: {
    '&::after': { content: '', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': {
      outline: `2px solid ${color.accent}`,
      outlineOffset: -3,
      borderRadius: radius.control,
    },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&:focus-visible::after': { outlineColor: 'Highlight' } } },
  },
});
export const facts = style({ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0, margin: 0 });
export const keys = style({ marginLeft: 'auto', display: 'inline-flex' });
export const value = style({
  display: 'flex',
  alignItems: 'baseline',
  minWidth: '5ch',
  fontSize: size.s28,
  fontWeight: 550,
  letterSpacing: '-.03em',
  lineHeight: 1.15,
  whiteSpace: 'nowrap',
  color: color.text1,
  // For six or more in a row.
  '@container': { '(max-width: 180px)': { fontSize: size.s20, lineHeight: 1.4 } },
  selectors: { '&[data-tone="err"]': { color: color.err }, '&[data-tone="warn"]': { color: color.warn } },
});
export const unit = style({
  color: color.text3,
  fontWeight: 400,
  marginLeft: '.22em',
  fontSize: size.s15,
  letterSpacing: 0,
});
export const sub = style({ ...inRow(8), minWidth: 0, minHeight: 18, fontSize: size.s12, color: color.text3 });
export const subText = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Two lines rather than a truncated word.
  '@container': { '(max-width: 150px)': { whiteSpace: 'normal' } },
  selectors: {
    '[data-leads] > &': {
      color: color.text2,
      textDecoration: `underline ${color.lineControl}`,
      textUnderlineOffset: 3,
    },
  },
});
export const delta = style({
  minHeight: 18,
  fontSize: size.s12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});
export const deltaTone = style({
  selectors: { '&[data-tone="ok"]': { color: color.ok }, '&[data-tone="warn"]': { color: color.warn } },
});
export const deltaWords = style({
  color: color.text3,
  // A truncated word is useless; screen readers still get it.
  '@container': { '(max-width: 150px)': { position: 'absolute', width: 1, height: 1, overflow: 'hidden' } },
});
export const spark = style({
  position: 'absolute',
  right: 14,
  top: 34,
  // It would cover the figures.
  '@container': { '(max-width: 145px)': { display: 'none' } },
});
export const sparkline = style({ display: 'block', overflow: 'visible' });
export const sparkTone = styleVariants({
  accent: { color: color.accent },
  quiet: { color: color.text3 },
  waiting: { color: color.data4 },
  bad: { color: color.err },
});

export const bar = style(inRow(8));
export const track = style({
  position: 'relative',
  // Table columns fit their cells, so the bar needs a width; when space is short, the figure stays whole.
  flex: '1 1 auto',
  width: 40,
  minWidth: 0,
  height: 6,
  borderRadius: 3,
  background: color.line2,
  overflow: 'hidden',
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
export const fill = style({
  position: 'absolute',
  inset: '0 auto 0 0',
  borderRadius: 3,
  background: color.accent2,
  selectors: {
    '&[data-strong]': { background: color.accent },
    '&[data-growth]': { inset: '0 0 0 auto', background: soft(color.warn, 80, color.bgMain) },
  },
  '@media': { '(forced-colors: active)': { background: 'Highlight' } },
});
export const percent = style({
  flex: 'none',
  minWidth: 56,
  textAlign: 'right',
  fontFamily: font.mono,
  fontSize: size.s13,
  color: color.text1,
});
