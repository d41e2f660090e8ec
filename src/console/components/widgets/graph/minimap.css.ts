import { style } from '@vanilla-extract/css';
import { inRow, inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, radius, size } = vars;
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
  touchAction: 'none',
  '@container': { '(max-width: 520px)': { bottom: 54 } },
});
export const picture = style({
  position: 'relative',
  overflow: 'hidden',
  width: 'fit-content',
  margin: '0 auto',
  lineHeight: 0,
  cursor: 'crosshair',
});
export const caption = style({
  ...inRow(12),
  justifyContent: 'space-between',
  minHeight: 26,
  margin: 0,
  padding: '0 6px 0 8px',
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s12,
  color: color.text2,
  cursor: 'default',
  whiteSpace: 'nowrap',
});
export const count = style({ fontFamily: font.mono, letterSpacing: '-.02em' });
export const fit = style({ ...inTextRow(5) });
export const nodes = style({
  fill: color.text3,
  '@media': { [forced]: { fill: 'CanvasText' } },
  selectors: {
    '&[data-tone="quiet"]': { fill: color.line2 },
    '&[data-tone="path"]': { fill: color.accent2 },
    '&[data-tone="found"]': { fill: color.warn },
    '&[data-tone="added"]': { fill: color.ok },
    '&[data-tone="removed"]': { fill: color.err },
    '&[data-tone="changed"]': { fill: color.warn },
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
