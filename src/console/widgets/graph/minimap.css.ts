import { style } from '@vanilla-extract/css';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, radius } = vars;
const forced = '(forced-colors: active)';

export const map = style({
  position: 'absolute',
  left: 12,
  bottom: 12,
  contain: 'layout',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: soft(color.bgOverlay, 94),
  overflow: 'hidden',
  cursor: 'crosshair',
  touchAction: 'none',
  lineHeight: 0,
  selectors: { '&[data-spare]': { display: 'none' } },
  '@container': { '(max-width: 520px)': { bottom: 54 } },
});
export const nodes = style({
  fill: color.text3,
  '@media': { [forced]: { fill: 'CanvasText' } },
  selectors: {
    '&[data-tone="quiet"]': { fill: color.line2 },
    '&[data-tone="path"]': { fill: color.accent2 },
    '&[data-tone="found"]': { fill: color.warn },
    '&[data-tone="err"]': { fill: color.err },
    '&[data-tone="open"]': { fill: color.accent },
  },
});
export const shown = style({
  position: 'absolute',
  left: 0,
  top: 0,
  boxSizing: 'border-box',
  background: soft(color.accent, 10),
  border: `1.5px solid ${color.accent}`,
  pointerEvents: 'none',
  selectors: { '[data-moving] &': { willChange: 'transform' } },
  '@media': { [forced]: { borderColor: 'Highlight' } },
});
