import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const search = style({
  ...inRow(8),
  height: 32,
  padding: '0 10px',
  margin: '8px 0 4px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineControl}`,
  background: color.bgMain,
  color: color.text3,
  selectors: { '&:focus-within': { outline: `2px solid ${color.accent}`, outlineOffset: '-1px' } },
});
export const input = style({
  flex: 1,
  minWidth: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  color: color.text1,
  selectors: { '&:focus-visible': { outline: 'none' } },
});
export const groups = style({ minHeight: 220 });
export const heading = style({
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  padding: '14px 0 4px',
});
export const row = style({ ...inRow(12), minHeight: 32, borderBottom: `1px solid ${color.line2}` });
export const title = style({ flex: 1, color: color.text1 });
export const keys = style({ ...inRow(8), margin: 0 });
export const note = style({ fontSize: size.s13, color: color.warn, padding: '6px 0' });
export const changed = style({ fontSize: size.s12, color: color.accent });
export const noButton = style({ width: 28 });
