import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const body = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16, marginTop: 14 });
export const drop = style({
  ...inWrappedRow(12),
  padding: 14,
  border: `1px dashed ${color.line2}`,
  borderRadius: radius.card,
  fontSize: size.s13,
  color: color.text2,
  selectors: { '&[data-over]': { borderColor: color.accent, background: color.bgHover } },
});
export const chosen = style({ color: color.text1, fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 });
