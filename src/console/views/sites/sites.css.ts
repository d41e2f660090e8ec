import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const facts = style({
  display: 'grid',
  gap: 16,
  paddingBottom: 16,
  borderBottom: `1px solid ${color.line}`,
});
export const actions = style({ display: 'flex', gap: 8, flexWrap: 'wrap' });
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const term = style({ color: color.text2 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
export const running = style({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 });
export const command = style({
  display: 'block',
  fontFamily: vars.font.mono,
  fontSize: size.s13,
  wordBreak: 'break-all',
  padding: 12,
  background: color.bgMain,
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.control,
  userSelect: 'all',
});
export const joinBody = style({ display: 'grid', gap: 12, paddingTop: 12 });
export const joinFoot = style({ display: 'flex', alignItems: 'center', gap: 8 });
export const note = style({ fontSize: size.s13, color: color.text2 });
