import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

export const matrix = style({ width: '100%', borderCollapse: 'collapse', fontSize: vars.size.s13 });
const head = style({
  padding: '6px 4px',
  fontSize: vars.size.s12,
  fontWeight: 500,
  color: vars.color.text2,
  borderBottom: `1px solid ${vars.color.line}`,
});
export const corner = style([head, { textAlign: 'left' }]);
export const column = style([head, { textAlign: 'center' }]);
export const row = style({
  padding: '4px',
  textAlign: 'left',
  fontWeight: 500,
  borderBottom: `1px solid ${vars.color.line}`,
});
export const cell = style({
  height: 36,
  padding: '0 4px',
  textAlign: 'center',
  borderBottom: `1px solid ${vars.color.line}`,
});
export const mark = style({ display: 'inline-grid', verticalAlign: 'middle' });
