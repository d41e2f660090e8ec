import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const summary = style({
  display: 'grid',
  gap: 6,
  padding: '10px 12px',
  borderRadius: radius.control,
  border: `1px solid ${soft(color.err, 45, color.bgMain)}`,
  background: soft(color.err, 6, color.bgMain),
  fontSize: size.s13,
});
export const summaryHead = style({ ...inRow(8), fontWeight: 500 });
export const summaryList = style({ display: 'grid', gap: 2, margin: 0, padding: 0, listStyle: 'none' });
export const summaryLink = style({
  minHeight: 24,
  padding: 0,
  border: 0,
  background: 'none',
  color: color.err,
  font: 'inherit',
  textAlign: 'left',
  textDecoration: 'underline',
  textUnderlineOffset: 3,
});
