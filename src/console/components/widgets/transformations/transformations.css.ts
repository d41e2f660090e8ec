import { style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import { empty as nothing } from '../charts/figure-table.css.ts';

const { color, size, layout } = vars;

export const card = style({ minWidth: 0, flex: 'none' });
export const heading = style({
  ...inRow(8),
  minHeight: 50,
  padding: `0 ${layout.gutter}`,
  fontSize: size.s15,
  fontWeight: 600,
});
export const message = style({ padding: `0 ${layout.gutter} 16px` });
export const empty = style([nothing, { borderTop: `1px solid ${color.line}` }]);
export const room = style({ ...inColumn, minWidth: 0 });
