import { style } from '@vanilla-extract/css';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color } = vars;
const forced = '(forced-colors: active)';

export const boxes = style({ position: 'absolute', overflow: 'hidden', pointerEvents: 'none' });
export const box = style({
  fill: color.bgRaised,
  stroke: color.line2,
  '@media': { [forced]: { fill: 'Canvas', stroke: 'CanvasText' } },
  selectors: {
    // Too small for text, so the fill shows the state.
    '&[data-tone="plain"]': { fill: color.line2 },
    '&[data-tone="quiet"]': { fill: color.bgMain },
    '&[data-tone="disabled"]': { fill: color.bgMain, stroke: color.text3 },
    '&[data-tone="path"]': { fill: color.accent2, stroke: color.accent2 },
    '&[data-tone="warn"]': { fill: soft(color.warn, 26, color.bgMain), stroke: color.warn },
    '&[data-tone="err"]': { fill: soft(color.err, 26, color.bgMain), stroke: color.err },
    '&[data-tone="selected"]': {
      fill: soft(color.accent, 26, color.bgMain),
      stroke: color.accent,
      strokeWidth: 8,
    },
    '&[data-tone="found"]': { fill: soft(color.warn, 26, color.bgMain), stroke: color.warn, strokeWidth: 12 },
  },
});
export const sign = style({
  fill: 'none',
  strokeWidth: 6,
  selectors: {
    '&[data-tone="warn"], &[data-tone="found"]': { stroke: color.warn },
    '&[data-tone="err"]': { stroke: color.err },
    '&[data-tone="selected"]': { stroke: color.accent },
  },
  '@media': { [forced]: { stroke: 'CanvasText' } },
});
