import { style, styleVariants } from '@vanilla-extract/css';
import { spin } from '../../../../styles/motion.css.ts';

const base = style({ flex: 'none', display: 'block' });
export const icon = styleVariants({
  xs: [base, { width: 12, height: 12, strokeWidth: 2 }],
  s: [base, { width: 14, height: 14, strokeWidth: 1.75 }],
  m: [base, { width: 16, height: 16, strokeWidth: 1.75 }],
  l: [base, { width: 20, height: 20, strokeWidth: 1.5 }],
});
export const shape = base;
export const turning = style({ animation: `${spin} 1.1s linear infinite`, transformOrigin: '50% 50%' });
