import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { mono } from '../../../../../styles/text.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const list = style({ display: 'grid', gap: 6, padding: 0, listStyle: 'none' });
export const item = style({
  ...inRow(8),
  padding: '6px 8px 6px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.bgMain,
});
export const text = style({ display: 'grid', flex: 1, minWidth: 0, fontSize: size.s13 });
export const name = style({ fontWeight: 600, color: color.text1, overflowWrap: 'anywhere' });
export const targets = style({ color: color.text2, overflowWrap: 'anywhere' });
export const passed = style({
  marginLeft: 'auto',
  color: color.text2,
  fontSize: size.s12,
  whiteSpace: 'nowrap',
});
export const figure = style([mono, { color: color.text1 }]);
export const loose = style({ ...inRow(6), color: color.warn });
export const actions = style({ display: 'flex', flex: 'none', gap: 4 });
