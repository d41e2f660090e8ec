import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import { option, popover } from '../forms/select.css.ts';

const { color, size } = vars;

export const menu = style([popover, { minWidth: 200, overflowY: 'auto' }]);
export const item = style([
  option,
  {
    selectors: {
      '&[aria-disabled="true"]': { color: color.textOff, alignItems: 'flex-start', padding: '7px 9px' },
      '&[data-danger]': { color: color.err },
    },
  },
]);
export const label = style({ flex: 1, minWidth: 0 });
export const reason = style({ ...inRow(6), marginTop: 2, color: color.warn, fontSize: size.s13 });
export const radio = style({ display: 'inline-grid', width: 16, flex: 'none', color: color.accent });
export const separator = style({ border: 0, height: 1, background: color.line2, margin: '5px 4px' });
export const icon = style({
  color: color.text3,
  selectors: { '[data-active-item] &': { color: color.accent } },
});
