import { globalStyle, style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius, time } = vars;

export const chart = style({ position: 'relative', margin: 0, padding: 0, border: 0, minWidth: 0 });
export const scroller = style({ position: 'relative', overflow: 'auto', minWidth: 0 });
export const legend = visuallyHidden;
export const ways = style({ position: 'absolute', inset: 0, pointerEvents: 'none' });
export const way = style({
  fill: 'none',
  stroke: color.line2,
  strokeWidth: 1.2,
  '@media': { '(forced-colors: active)': { stroke: 'GrayText' } },
});
export const chosenWay = style({
  fill: 'none',
  stroke: color.accent,
  strokeWidth: 1.8,
  '@media': { '(forced-colors: active)': { stroke: 'Highlight' } },
});
export const head = style({
  fill: color.line2,
  '@media': { '(forced-colors: active)': { fill: 'GrayText' } },
});
export const chosenHead = style({
  fill: color.accent,
  '@media': { '(forced-colors: active)': { fill: 'Highlight' } },
});
export const radio = visuallyHidden;
export const state = style({
  ...inRow(8),
  position: 'absolute',
  padding: '0 8px',
  transform: 'translate(-50%, -50%)',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: color.bgRaised,
  color: color.text2,
  fontSize: size.s13,
  whiteSpace: 'nowrap',
  cursor: 'default',
  transition: `border-color ${time.fast}, background ${time.fast}`,
  selectors: {
    '&:hover': { borderColor: color.lineControl, color: color.text1 },
    '&:has(:checked)': { borderColor: color.accent, color: color.text1 },
    '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&:has(:checked)': { borderColor: 'Highlight', borderWidth: 2 } },
    },
  },
});
export const current = style({
  background: soft(color.accent, 16, color.bgRaised),
  color: color.text1,
  fontWeight: 600,
  boxShadow: `0 0 0 4px ${soft(color.accent, 18)}`,
});

// Only the current state may be animated.
globalStyle(`${state}:not(${current}) svg *`, { animation: 'none' });
