import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { flow } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, time, ease, hatch } = vars;
const forced = '(forced-colors: active)';
/** Edges move in sync with their cards. */
const withCards = `d ${time.layout} ${ease.in}`;

export const pipes = style({
  position: 'absolute',
  overflow: 'hidden',
  pointerEvents: 'none',
});
export const pipe = style({
  fill: 'none',
  stroke: color.pipe,
  transition: withCards,
  selectors: {
    '&[data-far]': { stroke: color.pipeOnPath },
    '&[data-hot]': { stroke: color.pipeOnPath },
    '&[data-far][data-hot]': { stroke: color.accent },
    '&[data-bad]': { stroke: soft(color.err, 30, color.bgMain) },
    '&[data-diff="added"]': { stroke: soft(color.ok, 30, color.bgMain) },
    '&[data-diff="removed"]': { stroke: soft(color.err, 22, color.bgMain), strokeDasharray: '3 5' },
  },
  '@media': {
    [forced]: { stroke: 'GrayText', selectors: { '&[data-hot]': { stroke: 'Highlight' } } },
  },
});
const flowLine = style({
  fill: 'none',
  stroke: color.flow,
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeDasharray: '1 11',
  transition: withCards,
  selectors: {
    '&[data-diff="added"]': { stroke: color.ok, strokeDasharray: '7 5' },
    '&[data-diff="removed"]': { stroke: color.err, animation: 'none', strokeDasharray: '3 5' },
  },
  '@media': { [forced]: { stroke: 'CanvasText' } },
});
export const movingLine = style([
  flowLine,
  {
    animation: `${flow} 1.2s linear infinite`,
    selectors: { '[data-moving] &': { animationPlayState: 'paused' } },
  },
]);
/** A separate class, so that moving the view does not recompute each edge's style. */
export const stillLine = style([
  flowLine,
  {
    // Not `opacity`: one compositing effect per edge would dominate the frame time.
    stroke: soft(color.flow, 60),
  },
]);
/** Hatching always means removed. */
export const stub = style({
  position: 'absolute',
  translate: '0 -50%',
  display: 'flex',
  alignItems: 'center',
  pointerEvents: 'none',
  transition: `left ${time.layout} ${ease.in}, top ${time.layout} ${ease.in}`,
});
export const stubPipe = style({
  flex: 'none',
  width: '100%',
  border: `1px solid ${soft(color.text3, 38)}`,
  borderLeft: 0,
  backgroundImage: hatch,
});
export const stubFigure = style({
  flex: 'none',
  marginLeft: 8,
  font: `500 ${size.s12}/1.3 ${font.mono}`,
  letterSpacing: '-.02em',
  color: color.text2,
  whiteSpace: 'nowrap',
});
export const stubWords = style({
  fontFamily: font.sans,
  fontWeight: 400,
  letterSpacing: 0,
  color: color.text3,
});
export const label = style({
  position: 'absolute',
  translate: '-50% -50%',
  ...inRow(4),
  // The plane has no width.
  width: 'max-content',
  minHeight: '1.64em',
  padding: '.1em .45em',
  borderRadius: '.82em',
  border: `1px solid ${color.line2}`,
  background: color.bgMain,
  font: `500 ${size.s12}/1.2 ${font.mono}`,
  color: color.text2,
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
  transition: `left ${time.layout} ${ease.in}, top ${time.layout} ${ease.in}`,
  selectors: {
    '&[data-diff="added"]': { color: color.ok, borderColor: color.ok },
    '&[data-diff="removed"]': { color: color.err, borderColor: color.err },
    '&[data-diff="changed"]': { color: color.warn, borderColor: color.warn },
  },
});
/** Wraps to a second line before it is cut. */
export const output = style({
  display: '-webkit-box',
  overflow: 'hidden',
  fontFamily: font.sans,
  color: color.text1,
  textAlign: 'center',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
});
