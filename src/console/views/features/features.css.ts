import { style } from '@vanilla-extract/css';
import { screenColumn } from '../../../../styles/layout.css.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout, radius } = vars;

export const page = screenColumn;
export const head = style({ display: 'grid', gap: 4, padding: `14px ${layout.gutter} 10px` });
export const lead = style({ margin: 0, fontSize: size.s13, color: color.text2, maxWidth: '72ch' });
export const more = style({ margin: '6px 0 0' });
export const list = style({
  display: 'grid',
  gap: 10,
  margin: 0,
  padding: `6px ${layout.gutter} 24px`,
  listStyle: 'none',
  overflowY: 'auto',
});
export const entry = style({
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  maxWidth: 760,
});
export const pad = style({ padding: `16px ${layout.gutter}` });
