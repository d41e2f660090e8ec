import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const quiet = style({ fontSize: size.s13, color: color.text3 });
export const errors = style({ display: 'grid', gap: 4, listStyle: 'none', padding: 0, margin: 0 });
export const error = style({
  display: 'grid',
  gap: 6,
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.bgMain,
  fontSize: size.s13,
});
export const title = style({ display: 'flex', gap: 8, alignItems: 'baseline', fontWeight: 600 });
