import { globalStyle, style } from '@vanilla-extract/css';
import { inRow } from '../../../../styles/flex.ts';
import { quietLink } from '../../../../styles/text.css.ts';
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
export const total = style({ minWidth: 'var(--figure-w, 76px)', textAlign: 'end' });
/** Opens the list of pipelines. */
export const users = style([
  quietLink,
  {
    maxWidth: '100%',
    padding: 0,
    border: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    background: 'none',
    font: 'inherit',
  },
]);
export const status = style({ ...inRow(12), minWidth: 0 });
