import { style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

export const panel = style({ ...inColumn, flex: 1, minHeight: 0 });
export const waiting = style({ padding: `16px ${layout.gutter}` });
export const section = style({ ...inColumn, flex: 'none' });
export const sectionHead = style({
  display: 'flex',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  gap: '4px 16px',
  padding: `14px ${layout.gutter} 10px`,
});
export const heading = style({ fontSize: size.s15, fontWeight: 600 });
export const states = style({ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', fontSize: size.s13 });
export const table = style({
  ...inColumn,
  minHeight: 0,
  borderTop: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
});
export const rest = style({
  margin: 0,
  padding: `6px ${layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
});
export const name = style({ fontWeight: 500 });
export const why = style({ color: color.text2, overflow: 'hidden', textOverflow: 'ellipsis' });
export const details = style({ display: 'grid', gap: 12, whiteSpace: 'normal' });
export const reasons = style({ display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' });
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '6px 24px',
  margin: 0,
  fontSize: size.s13,
  color: color.text2,
});
export const fact = style({ display: 'inline-flex', gap: 8 });
export const factValue = style({ margin: 0, color: color.text1 });
