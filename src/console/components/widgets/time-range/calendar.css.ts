import { globalStyle, style } from '@vanilla-extract/css';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

const month = style({
  display: 'grid',
  gridTemplateColumns: '28px 1fr 28px',
  alignItems: 'center',
  rowGap: 4,
});
const nav = style({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  padding: 0,
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: color.text2,
  selectors: {
    '&:hover:not([aria-disabled="true"])': { background: color.bgHover },
    '&[aria-disabled="true"]': { color: color.textOff },
  },
});
const grid = style({ gridColumn: '1 / -1', borderCollapse: 'collapse', width: '100%', tableLayout: 'fixed' });
const weekday = style({
  height: 22,
  padding: 0,
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  textAlign: 'center',
});
const day = style({ padding: 1, textAlign: 'center' });
const dayButton = style({
  width: '100%',
  minWidth: 26,
  height: 26,
  padding: 0,
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: color.text1,
  fontSize: size.s13,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:hover:not(:disabled)': { background: color.bgHover },
    '&:focus-visible': { outlineOffset: -1 },
    '&:disabled': { color: color.textOff },
  },
});
const outside = style({});
const today = style({});
const selected = style({});
globalStyle(`${outside} ${dayButton}:not(:disabled)`, { color: color.text3 });
globalStyle(`${today} ${dayButton}`, { fontWeight: 700, boxShadow: `inset 0 0 0 1px ${color.lineControl}` });
globalStyle(`${selected} ${dayButton}`, {
  background: soft(color.accent, 26, color.bgOverlay),
  boxShadow: `inset 0 0 0 1px ${color.accent}`,
  color: color.text1,
  fontWeight: 600,
});
globalStyle(`${selected} ${dayButton}`, {
  '@media': { '(forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
});

export const parts = {
  month,
  month_caption: style({ textAlign: 'center', fontSize: size.s13, fontWeight: 600 }),
  button_previous: nav,
  button_next: nav,
  month_grid: grid,
  weekday,
  day,
  day_button: dayButton,
  outside,
  today,
  selected,
};
