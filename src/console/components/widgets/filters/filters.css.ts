import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../../styles/flex.ts';
import { link } from '../../../../../styles/text.css.ts';

/** Buttons wrap whole; overlong names are truncated. */
export const bar = style({ ...inWrappedRow(8), position: 'relative', minWidth: 0 });
export const reset = style([link, { minHeight: 24, padding: '2px 4px' }]);
