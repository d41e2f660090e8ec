import { style } from '@vanilla-extract/css';
import { link } from '../../../../../styles/text.css.ts';

/** Buttons wrap whole; overlong names are truncated. */
export const bar = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexWrap: 'wrap',
  minWidth: 0,
});
export const reset = style([link, { minHeight: 24, padding: '2px 4px' }]);
