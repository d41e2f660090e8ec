import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, radius, size } = vars;

export const effect = style({ display: 'grid', gap: 6 });
export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))',
  margin: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  overflow: 'hidden',
});
export const figure = style({
  minWidth: 0,
  padding: '8px 10px',
  // Lines between figures, side by side or stacked.
  boxShadow: `1px 0 0 ${color.line}, 0 1px 0 ${color.line}`,
});
export const label = style({ fontSize: size.s12, color: color.text2 });
export const value = style({
  margin: '2px 0 0',
  font: `500 ${size.s12}/1.5 ${font.mono}`,
  fontVariantNumeric: 'tabular-nums',
  color: color.text2,
});
export const before = style({ color: color.text1 });
export const after = style({ fontWeight: 600, color: color.accent, whiteSpace: 'nowrap' });
export const same = style({ color: color.text1, whiteSpace: 'nowrap' });
export const note = style({ display: 'block', color: color.text2 });
export const text = style({ margin: 0, fontSize: size.s12, color: color.text2, overflowWrap: 'anywhere' });
