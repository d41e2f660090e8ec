import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow, inTextRow } from '../../../../../styles/flex.ts';
import { rise } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { link } from '../../../../../styles/text.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius, shadow, time, ease } = vars;

export const control = style({
  ...inRow(8),
  justifyContent: 'space-between',
  width: '100%',
  height: 32,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineControl}`,
  background: color.bgMain,
  color: color.text1,
  fontSize: size.s14,
  textAlign: 'left',
  cursor: 'default',
  selectors: {
    '&:focus-visible': { outlineOffset: -1, borderColor: color.accent },
    '&[aria-invalid]': { borderColor: color.err },
    '&[data-readonly]': {
      borderColor: color.line2,
      borderStyle: 'dashed',
      color: color.text2,
      background: 'none',
    },
  },
});
export const filter = style({
  ...inTextRow(7),
  height: 28,
  padding: '0 8px 0 10px',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.control,
  fontSize: size.s13,
  color: color.text2,
  background: 'none',
  whiteSpace: 'nowrap',
  minWidth: 0,
  maxWidth: '100%',
  cursor: 'default',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[data-set]': { borderColor: soft(color.accent, 45, color.bgMain) },
    '&[aria-disabled]': { borderStyle: 'dashed', background: 'none', color: color.textOff },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[data-set]': { borderColor: 'Highlight' } } },
  },
});
export const filterValue = style({
  color: color.text1,
  fontWeight: 500,
  maxWidth: 180,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  selectors: { '[aria-disabled] > &': { color: 'inherit' } },
});
globalStyle(`${filter} > svg, ${control} > svg`, { color: color.text3 });
export const placeholder = style({ color: color.text3 });
export const value = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

export const popover = style({
  ...inColumn,
  zIndex: 50,
  minWidth: 264,
  maxWidth: 'min(480px, calc(100vw - 24px))',
  maxHeight: 'min(420px, var(--popover-available-height, 420px))',
  padding: 5,
  borderRadius: radius.card,
  background: color.bgOverlay,
  color: color.text1,
  boxShadow: shadow.float,
  outline: 'none',
  animation: `${rise} ${time.menu} ${ease.in}`,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
/** Without its own search or hint. */
export const plainPopover = style([popover, { overflowY: 'auto' }]);
export const searchLine = style({ ...inRow(8), padding: '3px 9px', minHeight: 30, fontSize: size.s13 });
export const actions = style({ display: 'flex', gap: 4, marginLeft: 'auto', marginRight: -4 });
export const action = style([link, { minHeight: 24, padding: '2px 4px' }]);
export const search = style({
  flex: 1,
  minWidth: 0,
  border: 0,
  background: 'none',
  outline: 'none',
  padding: '3px 0',
  fontSize: size.s13,
  color: color.text1,
});
export const list = style({ overflowY: 'auto', minHeight: 0, outline: 'none' });
export const option = style({
  ...inRow(11),
  minHeight: 34,
  padding: '4px 9px',
  borderRadius: radius.control,
  fontSize: size.s14,
  cursor: 'default',
  outline: 'none',
  selectors: {
    '&[data-active-item]': { background: soft(color.accent, 13, color.bgOverlay) },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&[data-active-item]': { outline: '2px solid Highlight', outlineOffset: -2 } },
    },
  },
});
export const optionLabel = style({ minWidth: 0, overflowWrap: 'anywhere', flex: 1 });
export const optionMeta = style({
  marginLeft: 'auto',
  fontFamily: vars.font.mono,
  fontSize: size.s12,
  color: color.text3,
  selectors: { '[data-active-item] &': { color: color.text2 } },
});
export const group = style({
  selectors: { '& + &': { marginTop: 4, borderTop: `1px solid ${color.line}`, paddingTop: 4 } },
});
export const heading = style({ padding: '6px 9px', fontSize: size.s12, fontWeight: 500, color: color.text3 });
/** Under a pressable heading, options are indented. */
export const headingOption = style({ fontWeight: 600, fontSize: size.s13 });
export const headingCount = style({
  fontSize: size.s12,
  fontWeight: 400,
  color: color.text3,
  selectors: { '[data-active-item] &': { color: color.text2 } },
});
globalStyle(`${group} > ${option}:not(${headingOption})`, { paddingLeft: 36 });
export const hint = style({ padding: '6px 9px', fontSize: size.s12, color: color.text3 });
