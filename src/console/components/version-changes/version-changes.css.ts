import { style, styleVariants } from '@vanilla-extract/css';
import { inColumn, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, layout } = vars;

export const graph = style({
  ...inColumn,
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  '@media': { '(max-width: 900px)': { display: 'none' } },
});
export const graphHead = style({
  ...inWrappedRow(12),
  minHeight: 44,
  padding: `6px ${layout.gutter}`,
  fontSize: size.s13,
  color: color.text2,
  borderBottom: `1px solid ${color.line}`,
});
export const graphTitle = style({ fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const chips = style({ display: 'flex', gap: 8, minWidth: 0, overflow: 'hidden' });
const chip = style({ font: `500 ${size.s12}/1.3 ${font.mono}`, whiteSpace: 'nowrap' });
export const chipOf = styleVariants({
  added: [chip, { color: color.ok }],
  removed: [chip, { color: color.err }],
  changed: [chip, { color: color.warn }],
});
