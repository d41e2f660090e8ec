import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

export const name = style({ display: 'flex', alignItems: 'baseline', gap: 8, minWidth: 0 });
export const cutName = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
});
export const strong = style({ fontWeight: 500, color: vars.color.text1 });
export const version = style({ fontSize: vars.size.s12, flex: 'none' });
export const errors = style({ ...inTextRow(5) });
