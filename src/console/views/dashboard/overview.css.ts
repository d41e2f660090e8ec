import { style } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const section = style({
  padding: `16px ${vars.layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  flex: 'none',
});
export const heading = style({ ...inRow(8), fontSize: size.s15, fontWeight: 600 });
export const head = style({ ...inWrappedRow('6px 16px'), justifyContent: 'space-between', marginBottom: 8 });
export const note = style({ fontWeight: 400, fontSize: size.s13, color: color.text3 });
