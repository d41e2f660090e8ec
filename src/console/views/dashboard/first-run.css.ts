import { style } from '@vanilla-extract/css';
import { inRow, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const stage = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: vars.layout.gutter,
  backgroundImage: `radial-gradient(${color.line2} 1px, transparent 1px)`,
  backgroundSize: '24px 24px',
});
export const inner = style({ maxWidth: 860, margin: '5vh auto', display: 'grid', gap: 14 });
const GAP = 'clamp(24px, 7.5vw, 108px)';
const FORCED = '(forced-colors: active)';
const NARROW = 'screen and (max-width: 720px)';
export const pipe = style({
  listStyle: 'none',
  margin: '0 0 40px',
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: GAP,
});
export const node = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 8,
  rowGap: 2,
  padding: '10px 12px',
  minHeight: 74,
  alignContent: 'start',
  borderRadius: radius.card,
  border: `1px dashed ${color.line2}`,
  background: color.bgMain,
  overflowWrap: 'anywhere',
  '@media': { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: 8 } },
  selectors: {
    '&:not(:last-child)::after': {
      content: '',
      position: 'absolute',
      left: '100%',
      width: GAP,
      height: 20,
      top: 'calc(50% - 10px)',
      background: vars.hatch,
      // Forced colors remove patterns.
      '@media': { [FORCED]: { borderBlock: '1px dashed' } },
    },
    '&:nth-child(2)::after': { height: 10, top: 'calc(50% - 5px)' },
    '&:first-child': { borderLeft: `3px dashed ${color.text3}` },
    '&:last-child': { borderRight: `3px dashed ${color.text3}` },
  },
});
export const nodeTitle = style({ fontSize: size.s13, fontWeight: 600 });
export const nodeText = style({
  gridColumn: -2,
  fontSize: size.s11,
  color: color.text3,
});
export const title = style({ fontSize: size.s28, fontWeight: 600, letterSpacing: '-.02em', lineHeight: 1.2 });
export const text = style({ color: color.text2 });
export const start = style({
  ...inRow(20),
  textAlign: 'left',
  padding: 18,
  marginTop: 10,
  borderRadius: radius.dialog,
  border: `1px solid ${soft(color.accent, 45)}`,
  background: soft(color.accent, 10, color.bgMain),
  selectors: {
    '&:hover:not([aria-disabled])': { background: soft(color.accent, 16, color.bgMain) },
    '&[aria-disabled]': { border: `1px dashed ${color.line2}`, background: 'none', color: color.textOff },
  },
});
export const startKey = style({
  display: 'grid',
  placeItems: 'center',
  width: 64,
  height: 64,
  flex: 'none',
  borderRadius: radius.dialog,
  background: color.accent,
  color: color.onAccent,
  boxShadow: `0 4px 0 ${color.accent2}`,
  selectors: {
    [`${start}[aria-disabled] &`]: { background: color.bgActive, color: color.textOff, boxShadow: 'none' },
  },
});
export const startTitle = style({
  display: 'block',
  fontSize: size.s20,
  fontWeight: 600,
  letterSpacing: '-.018em',
});
export const startText = style({
  display: 'block',
  color: color.text2,
  selectors: { [`${start}[aria-disabled] &`]: { color: color.warn } },
});
export const others = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  gap: 12,
});
export const other = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 12,
  rowGap: 2,
  padding: '11px 14px',
  textAlign: 'left',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.card,
  background: color.bgMain,
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[aria-disabled]': { color: color.text3 },
  },
});
export const otherTitle = style({ fontWeight: 500 });
export const otherText = style({ gridColumn: '2 / -1', fontSize: size.s13, color: color.text3 });
export const hint = style({ ...inTextRow(8) });
export const offer = style({ ...inWrappedRow(8), fontSize: size.s13, color: color.text2 });
export const keys = style({
  ...inWrappedRow('8px 28px'),
  fontSize: size.s13,
  color: color.text3,
  marginTop: 12,
});
