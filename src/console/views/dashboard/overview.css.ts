import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const section = style({
  padding: `16px ${vars.layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  flex: 'none',
});
export const heading = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontSize: size.s15,
  fontWeight: 600,
});
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '6px 16px',
  marginBottom: 8,
});
export const note = style({ fontWeight: 400, fontSize: size.s13, color: color.text3 });
