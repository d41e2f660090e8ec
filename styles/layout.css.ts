import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from './flex.ts';

export const row = style({ ...inRow(8), minWidth: 0 });
export const rowTight = style({ ...inRow(6), minWidth: 0 });
/** Several lines where one has no room: buttons and facts below a text. */
export const wrap = style({ display: 'flex', flexWrap: 'wrap', gap: 8 });
export const wrapCentered = style(inWrappedRow(8));

/** A window too low for parts that scroll separately, e.g. zoomed to 400%. */
const LOW_WINDOW = '(max-height: 480px)';

/** Full-height column; on a low window it scrolls as one. */
export const screenColumn = style({
  ...inColumn,
  height: '100%',
  minHeight: 0,
  '@media': { [LOW_WINDOW]: { height: 'auto', minHeight: '100%' } },
});
/** Takes the remaining height and scrolls by itself. */
export const screenRest = style({
  flex: 1,
  minHeight: 0,
  '@media': { [LOW_WINDOW]: { flex: 'none', height: 360 } },
});
