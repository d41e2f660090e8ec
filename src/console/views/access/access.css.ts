import { style } from '@vanilla-extract/css';
import { inColumn } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

export const choices = style({ display: 'grid', gap: 2, maxHeight: 220, overflowY: 'auto', padding: 2 });
export const note = style({ fontSize: vars.size.s13, color: vars.color.text2 });
export const shown = style({ ...inColumn, flex: 1, minHeight: 0 });
export const shownBody = style({
  display: 'grid',
  gap: 16,
  padding: 16,
  overflowY: 'auto',
  alignContent: 'start',
});
