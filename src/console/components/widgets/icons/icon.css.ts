import { style, styleVariants } from '@vanilla-extract/css';
import { spin } from '../../../../../styles/motion.css.ts';

const BASE_TEXT_PX = 15;
const base = style({ flex: 'none', display: 'block' });
/** In rem, so that icons scale with the text. */
const sized = (px: number) => ({ width: `${px / BASE_TEXT_PX}rem`, height: `${px / BASE_TEXT_PX}rem` });
const outline = style([
  base,
  { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' },
]);
export const icon = styleVariants({
  xs: [outline, { ...sized(12), strokeWidth: 2 }],
  s: [outline, { ...sized(14), strokeWidth: 1.75 }],
  m: [outline, { ...sized(16), strokeWidth: 1.75 }],
  l: [outline, { ...sized(20), strokeWidth: 1.5 }],
});
export const shape = base;
export const turning = style({ animation: `${spin} 1.1s linear infinite`, transformOrigin: '50% 50%' });
