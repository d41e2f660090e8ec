import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const place = style({ minWidth: 0 });
export const mark = style({
  ...inRow(6),
  color: color.warn,
  fontSize: size.s12,
  selectors: { '&[data-paused]': { color: color.text2 } },
});
/** The breadcrumb needs the room. */
export const more = style({ '@media': { '(max-width: 1200px)': { display: 'none' } } });
export const text = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
