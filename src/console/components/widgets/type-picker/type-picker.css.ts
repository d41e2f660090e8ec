import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const picker = style({ ...inColumn, flex: 1, minHeight: 0, minWidth: 0 });
export const search = style({ padding: '12px 16px 8px' });
export const box = style({
  ...inRow(8),
  height: 32,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineControl}`,
  background: color.bgMain,
  color: color.text3,
  selectors: { '&:focus-within': { outline: `2px solid ${color.accent}`, outlineOffset: -1 } },
});
export const input = style({
  flex: 1,
  minWidth: 0,
  height: '100%',
  border: 0,
  padding: 0,
  background: 'none',
  color: color.text1,
  fontSize: size.s14,
  selectors: { '&:focus-visible': { outline: 'none' }, '&::placeholder': { color: color.text3 } },
});
/** The empty message is right below the search. */
export const list = style({
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  padding: '0 8px 12px',
  scrollPaddingBlock: 32,
});
export const group = style({ display: 'grid', gap: 2 });
export const groupLabel = style({
  padding: '10px 8px 4px',
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
});
export const item = style({
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr)',
  gap: '2px 10px',
  alignItems: 'center',
  padding: '8px',
  borderRadius: radius.control,
  cursor: 'default',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[data-active-item]': {
      // Faint to keep text contrast; the outline marks the option.
      background: color.bgHover,
      outline: `2px solid ${color.accent}`,
      outlineOffset: -2,
    },
  },
});
export const icon = style({ color: color.text2, display: 'flex' });
export const name = style({ ...inWrappedRow(8), fontSize: size.s14, fontWeight: 500 });
export const text = style({ gridColumn: 2, fontSize: size.s12, lineHeight: 1.45, color: color.text3 });
export const warning = style({ gridColumn: 2, fontSize: size.s12, lineHeight: 1.45, color: color.text2 });
export const empty = style({ padding: '16px', fontSize: size.s13, color: color.text2 });
