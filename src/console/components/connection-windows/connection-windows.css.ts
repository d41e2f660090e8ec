import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const users = style({
  listStyle: 'none',
  padding: 0,
  margin: '12px 0 0',
  display: 'grid',
  gap: 10,
  fontSize: vars.size.s14,
});
export const testBody = style({
  marginTop: 12,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
});
