import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { pulse } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, layout, ease } = vars;

export const skeletonRow = style({
  ...inRow(24),
  height: 'var(--row-h, 40px)',
  padding: `0 ${layout.gutter} 0 60px`,
  borderBottom: `1px solid ${soft(color.line, 65)}`,
});
export const skeletonBar = style({
  height: 10,
  borderRadius: 5,
  background: color.bgActive,
  animation: `${pulse} 1.4s ${ease.in} infinite`,
});
