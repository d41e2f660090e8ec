import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius, time, ease, hatch } = vars;

export const node = style({
  position: 'absolute',
  ...inColumn,
  justifyContent: 'space-between',
  padding: '9px 11px',
  background: color.bgRaised,
  border: `1px solid ${color.line2}`,
  borderRadius: radius.card,
  boxShadow: '0 2px 8px rgb(0 0 0 / .18)',
  textAlign: 'left',
  cursor: 'default',
  // Not `style`: with `layout` it would add paint nodes to each card, which every frame has to visit.
  contain: 'layout size',
  transition: `left ${time.layout} ${ease.in}, top ${time.layout} ${ease.in}`,
  selectors: {
    // Its own stacking context: its painting stays cached while other cards change.
    '&:not([data-far])': { zIndex: 0 },
    '&[data-spark]': { paddingBottom: 25 },
    '&[data-kind="source"]': { borderLeft: `3px solid ${color.text3}` },
    '&[data-kind="sink"]': { borderRight: `3px solid ${color.text3}` },
    '[data-flow="down"] &[data-kind="source"]': {
      borderLeft: `1px solid ${color.line2}`,
      borderTop: `3px solid ${color.text3}`,
    },
    '[data-flow="down"] &[data-kind="sink"]': {
      borderRight: `1px solid ${color.line2}`,
      borderBottom: `3px solid ${color.text3}`,
    },
    '&[data-mark]': {
      borderStyle: 'dashed',
      borderColor: color.accent,
      background: soft(color.accent, 6, color.bgRaised),
    },
    '&[data-mark="removed"]': {
      borderColor: color.err,
      background: color.bgMain,
      backgroundImage: hatch,
      color: color.text2,
    },
    '&[data-problem]': { borderStyle: 'dashed', borderColor: color.warn },
    '&[data-selected]': { background: soft(color.accent, 12, color.bgRaised) },
    '&[data-disabled]': { background: color.bgMain, borderStyle: 'dotted', color: color.text2 },
    '&[data-named]': { padding: '4px 8px', borderColor: color.lineControl },
    // Too small for text, so the background shows the state.
    '&[data-far]': { background: color.line2, borderColor: color.line2, boxShadow: 'none' },
    '&[data-far][data-mark="added"], &[data-far][data-mark="new"]': {
      background: color.ok,
      borderColor: color.ok,
    },
    '&[data-far][data-mark="removed"]': { background: color.err, borderColor: color.err },
    '&[data-far][data-mark="changed"]': { background: color.warn, borderColor: color.warn },
    '&[data-far][data-on-path]': { background: color.accent2, borderColor: color.accent2 },
    '&[data-far][data-errors="warn"], &[data-far][data-problem]': {
      background: soft(color.warn, 26, color.bgMain),
      borderColor: color.warn,
    },
    '&[data-far][data-errors="err"]': {
      background: soft(color.err, 26, color.bgMain),
      borderColor: color.err,
    },
    '&[data-far][data-disabled]:not([data-mark])': { background: color.bgMain, borderColor: color.text3 },
    '&[data-faded]': { background: color.bgMain, color: color.text3, boxShadow: 'none' },
    '&[data-matched]': { borderColor: color.warn, boxShadow: `0 0 0 1px ${color.warn}` },
    '&[data-far][data-matched]': {
      background: soft(color.warn, 26, color.bgMain),
      borderColor: color.warn,
      boxShadow: `0 0 0 6px ${color.warn}`,
    },
    '&[data-open], &:focus-visible': {
      borderColor: color.accent,
      boxShadow: `0 0 0 1px ${color.accent}, 0 0 0 5px ${soft(color.accent, 16)}`,
    },
    '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
    // Keeps the focus ring visible at small scales.
    '&[data-far]:focus-visible': { outlineWidth: 10, outlineOffset: 4 },
  },
});
export const farMark = style({ display: 'grid', placeItems: 'center', flex: 1 });
globalStyle(`${farMark} svg`, { width: 46, height: 46 });
export const markBeside = style({ position: 'absolute', right: -12, top: -16 });
globalStyle(`${markBeside} svg`, { width: 32, height: 32 });
export const signBeside = style({
  position: 'absolute',
  right: -10,
  top: -14,
  width: 32,
  height: 32,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  border: '2px solid currentColor',
  background: color.bgMain,
  font: `600 24px/1 ${font.mono}`,
  selectors: {
    '&[data-tone="New"]': { color: color.ok },
    '&[data-tone="Changed"]': { color: color.warn },
    '&[data-tone="Removed"]': { color: color.err },
  },
});
export const face = style({ display: 'contents' });
/** Name and kind share one clipping box, because each one costs time per frame. */
export const words = style({
  fontSize: size.s12,
  lineHeight: 1.2,
  paddingLeft: 22,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  selectors: { '&[data-fits]': { overflow: 'visible' } },
});
export const icon = style({
  position: 'absolute',
  left: 11,
  top: 'calc(9px + .6em - 7.5px)',
  width: 15,
  height: 15,
  fontSize: size.s13,
  color: color.text2,
});
export const title = style({ fontSize: size.s13, fontWeight: 600 });
/** Two lines; the button's name and the panel show all of it. */
export const wholeTitle = style([
  title,
  {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
]);
export const kind = style({ color: color.text3 });
export const nameAlone = style({
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  flex: 'none',
  marginBlock: 'auto',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: 25,
  fontWeight: 600,
  lineHeight: 1.05,
});
export const figureAlone = style({
  font: `500 19px/1.2 ${font.mono}`,
  letterSpacing: '-.02em',
  whiteSpace: 'nowrap',
});
export const figures = style({
  ...inRow(6),
  font: `500 ${size.s12}/1 ${font.mono}`,
  letterSpacing: '-.02em',
  whiteSpace: 'nowrap',
});
export const inflow = style({ color: color.text3 });
export const change = style({
  marginLeft: 'auto',
  color: color.text3,
  selectors: { '&[data-smaller]': { color: color.accent } },
});
export const note = style({
  marginLeft: 'auto',
  ...inTextRow(4),
  fontFamily: font.sans,
  letterSpacing: 0,
  selectors: { '&[data-warn]': { color: color.warn }, '&[data-off]': { color: color.text2 } },
});
globalStyle(`${note} svg`, { width: 12, height: 12 });
export const port = style({
  position: 'absolute',
  top: '50%',
  width: 9,
  height: 9,
  marginTop: -4.5,
  borderRadius: '50%',
  background: color.bgMain,
  border: `1.5px solid ${color.lineControl}`,
  selectors: {
    '&[data-side="in"]': { left: -6 },
    '&[data-side="out"]': { right: -6 },
    '[data-flow="down"] &': { left: '50%', right: 'auto', marginLeft: -4.5, marginTop: 0 },
    '[data-flow="down"] &[data-side="in"]': { top: -6 },
    '[data-flow="down"] &[data-side="out"]': { top: 'auto', bottom: -6 },
    [`${node}[data-open] &`]: { borderColor: color.accent },
    [`${node}[data-problem] &`]: { borderColor: color.warn },
  },
});
const pills = style({
  position: 'absolute',
  fontSize: size.s12,
  // Above the name: only its edge is on the card.
  top: '-1.14em',
  height: '1.64em',
  ...inRow(4),
});
export const pillsAtStart = style([pills, { left: -8 }]);
export const pillsAtEnd = style([pills, { right: 10, maxWidth: 'calc(100% - 34px)' }]);
export const pill = style({
  ...inRow(4),
  height: '1.64em',
  padding: '0 .55em',
  borderRadius: '.82em',
  border: '1px solid currentColor',
  background: color.bgMain,
  font: `600 ${size.s12}/1 ${font.sans}`,
  whiteSpace: 'nowrap',
  selectors: {
    '&[data-tone="err"]': { color: color.err, fontFamily: font.mono },
    '&[data-tone="warn"]': { color: color.warn, fontFamily: font.mono },
    '&[data-words]': { fontFamily: font.sans },
    '&[data-tone="New"]': { color: color.ok },
    '&[data-tone="Changed"]': { color: color.warn },
    '&[data-tone="Removed"]': { color: color.err },
    '&[data-tone="predicted"]': { color: color.accent, borderStyle: 'dashed', fontFamily: font.mono },
  },
});
globalStyle(`${pill} svg`, { width: 12, height: 12 });
export const step = style({
  minWidth: '1.64em',
  height: '1.64em',
  padding: '0 .36em',
  display: 'grid',
  placeItems: 'center',
  borderRadius: '.82em',
  background: color.bgMain,
  border: `1px solid ${color.accent}`,
  color: color.text1,
  font: `600 ${size.s12}/1 ${font.mono}`,
});
export const tick = style({
  width: 18,
  height: 18,
  display: 'grid',
  placeItems: 'center',
  borderRadius: radius.chip,
  background: color.accent,
  color: color.onAccent,
  selectors: { [`${node}[data-matched] &`]: { background: color.warn, color: color.bgMain } },
});
globalStyle(`${tick} svg`, { width: 12, height: 12 });
export const spark = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  height: 20,
  borderRadius: '0 0 7px 7px',
  overflow: 'hidden',
});
