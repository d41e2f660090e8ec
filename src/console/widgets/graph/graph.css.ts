import { globalStyle, style } from '@vanilla-extract/css';
import { flow } from '../../../../styles/motion.css.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius, time, ease } = vars;

export const canvas = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  overflow: 'hidden',
  touchAction: 'none',
  backgroundImage: `radial-gradient(${soft(color.text3, 17)} 1px, transparent 1px)`,
  backgroundSize: '20px 20px',
  backgroundPosition: '4px 6px',
  cursor: 'grab',
  selectors: { '&[data-panning]': { cursor: 'grabbing' } },
});
export const plane = style({ position: 'absolute', left: 0, top: 0, transformOrigin: '0 0' });
export const pipes = style({
  position: 'absolute',
  left: 0,
  top: 0,
  overflow: 'visible',
  pointerEvents: 'none',
});
export const pipe = style({
  fill: 'none',
  stroke: color.pipe,
  selectors: {
    '&[data-hot]': { stroke: color.pipeOnPath },
    '&[data-bad]': { stroke: soft(color.err, 30, color.bgMain) },
  },
});
export const flowLine = style({
  fill: 'none',
  stroke: color.flow,
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeDasharray: '1 11',
  animation: `${flow} 1.2s linear infinite`,
  selectors: { '&[data-still]': { animation: 'none', opacity: 0.6 } },
});
export const node = style({
  position: 'absolute',
  left: 0,
  top: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  padding: '9px 11px',
  background: color.bgRaised,
  border: `1px solid ${color.line2}`,
  borderRadius: radius.card,
  boxShadow: '0 2px 8px rgb(0 0 0 / .18)',
  textAlign: 'left',
  cursor: 'default',
  transition: `transform ${time.layout} ${ease.in}`,
  selectors: {
    '&[data-spark]': { paddingBottom: 25 },
    '&[data-kind="source"]': { borderLeft: `3px solid ${color.text3}` },
    '&[data-kind="sink"]': { borderRight: `3px solid ${color.text3}` },
    '&[data-state]': {
      borderStyle: 'dashed',
      borderColor: color.accent,
      background: soft(color.accent, 6, color.bgRaised),
    },
    '&[data-problem]': { borderStyle: 'dashed', borderColor: color.warn },
    '&[data-picked]': { background: soft(color.accent, 12, color.bgRaised) },
    '&[data-disabled]': { background: color.bgMain, borderStyle: 'dotted', color: color.text2 },
    '&[data-selected], &:focus-visible': {
      borderColor: color.accent,
      boxShadow: `0 0 0 1px ${color.accent}, 0 0 0 5px ${soft(color.accent, 16)}`,
    },
    '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  },
});
/** The drawn part of a card has no box of its own. */
export const face = style({ display: 'contents' });
export const title = style({
  display: 'flex',
  alignItems: 'center',
  gap: 7,
  fontSize: size.s13,
  fontWeight: 600,
  lineHeight: 1.2,
  minWidth: 0,
});
globalStyle(`${title} svg`, { width: 15, height: 15, color: color.text2 });
export const kind = style({ fontSize: size.s11, color: color.text3, paddingLeft: 22, lineHeight: 1.2 });
export const figures = style({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  font: `500 ${size.s12}/1 ${font.mono}`,
  letterSpacing: '-.02em',
  whiteSpace: 'nowrap',
});
export const change = style({
  marginLeft: 'auto',
  color: color.text3,
  selectors: { '&[data-smaller]': { color: color.accent } },
});
export const note = style({
  marginLeft: 'auto',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  fontFamily: font.sans,
  letterSpacing: 0,
  selectors: { '&[data-warn]': { color: color.warn }, '&[data-off]': { color: color.text2 } },
});
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
    [`${node}[data-selected] &`]: { borderColor: color.accent },
    [`${node}[data-problem] &`]: { borderColor: color.warn },
  },
});
export const pill = style({
  position: 'absolute',
  top: -10,
  right: 10,
  height: 18,
  padding: '0 6px',
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  borderRadius: 9,
  border: '1px solid currentColor',
  background: color.bgMain,
  font: `600 ${size.s11}/1 ${font.mono}`,
  selectors: {
    '&[data-tone="err"]': { color: color.err },
    '&[data-tone="warn"]': { color: color.warn },
    '&[data-tone="state"]': { color: color.accent, fontFamily: font.sans, right: 'auto', left: 10 },
  },
});
export const spark = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  height: 20,
  borderRadius: '0 0 7px 7px',
  overflow: 'hidden',
});
export const corner = style({
  position: 'absolute',
  right: 16,
  bottom: 14,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  padding: '0 8px 0 12px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: soft(color.bgOverlay, 94),
  fontSize: size.s12,
  color: color.text2,
});
export const zoom = style({ font: `400 ${size.s12}/1 ${font.mono}`, minWidth: '4ch', textAlign: 'right' });
export const wedge = style({ color: color.pipeOnPath });
