import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

export const secret = style({
  display: 'block',
  fontFamily: vars.font.mono,
  fontSize: vars.size.s13,
  wordBreak: 'break-all',
  padding: 12,
  background: vars.color.bgMain,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.control,
  userSelect: 'all',
});
export const body = style({ display: 'grid', gap: 12, paddingTop: 12 });
export const foot = style(inRow(8));
export const note = style({ fontSize: vars.size.s13, color: vars.color.text2 });
export const script = style({
  maxHeight: '48vh',
  overflow: 'auto',
  padding: 12,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.control,
});
export const code = style({ font: 'inherit' });
export const lines = style({
  margin: 0,
  font: `400 ${vars.size.s13}/1.6 ${vars.font.mono}`,
  whiteSpace: 'pre',
});
