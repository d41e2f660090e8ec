import { globalStyle, style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../styles/flex.ts';
import { soft } from '../../../../styles/soft.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

export const bar = style({
  ...inWrappedRow(8),
  minHeight: 44,
  padding: `6px ${layout.gutter}`,
  borderTop: `1px solid ${color.line}`,
  background: soft(color.accent, 7, color.bgMain),
});
/** Fits seven actions in a line beside the sidebar. */
globalStyle(`${bar} button > svg`, { '@media': { '(max-width: 1200px)': { display: 'none' } } });
export const count = style({ fontSize: size.s13, fontWeight: 500, color: color.text1, marginRight: 8 });
export const progress = style({ width: 160, height: 4, accentColor: color.accent });
