import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const volume = style({
  display: 'flex',
  flexFlow: 'row-reverse wrap',
  gap: '0 12px',
  height: '1.5em',
  overflow: 'hidden',
});
export const rate = style({ color: vars.color.text3, fontSize: vars.size.s12, order: 1 });
globalStyle(`${rate} *`, { color: 'inherit' });
/** Fixed width of the total, so that the rates align. */
export const total = style({ minWidth: 76, textAlign: 'end' });
export const type = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 });
export const status = style({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 });
