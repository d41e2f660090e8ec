import { globalStyle, style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../../styles/flex.ts';
import { rise } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { link } from '../../../../../styles/text.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius, shadow, time, ease } = vars;
/** Below this, the pickers do not fit side by side. */
const NARROW = '(max-width: 700px)';

export const popover = style({
  zIndex: 50,
  display: 'flex',
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'var(--popover-available-height, 100vh)',
  borderRadius: radius.card,
  background: color.bgOverlay,
  color: color.text1,
  boxShadow: shadow.float,
  outline: 'none',
  overflow: 'hidden',
  animation: `${rise} ${time.menu} ${ease.in}`,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

export const panel = style({
  ...inColumn,
  width: 'min(288px, 100%)',
  minWidth: 0,
  minHeight: 0,
  overflowY: 'auto',
  selectors: { '&[data-picking]': { width: 680 } },
  '@media': { [NARROW]: { selectors: { '&[data-picking]': { width: 'min(420px, calc(100vw - 16px))' } } } },
});

export const words = style({
  display: 'grid',
  gap: 4,
  padding: '12px 14px 8px',
  borderBottom: `1px solid ${color.line}`,
});
export const reading = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 8px',
  alignItems: 'baseline',
  minHeight: 18,
  fontSize: size.s13,
  color: color.text2,
});
export const refused = style([reading, { color: color.warn }]);
export const note = style({ fontSize: size.s12, color: color.text3 });

export const choices = style({
  display: 'flex',
  alignItems: 'stretch',
  '@media': { [NARROW]: { flexDirection: 'column' } },
});
export const presets = style({
  ...inColumn,
  padding: 5,
  flex: '1 0 auto',
  selectors: {
    [`${panel}[data-picking] &`]: {
      flex: '0 0 162px',
      borderRight: `1px solid ${color.line}`,
    },
  },
  '@media': {
    [NARROW]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(124px, 1fr))',
      selectors: {
        [`${panel}[data-picking] &`]: {
          flex: 'none',
          borderRight: 0,
          borderBottom: `1px solid ${color.line}`,
        },
      },
    },
  },
});
export const preset = style({
  ...inRow(8),
  minHeight: 32,
  padding: '0 9px 0 7px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: color.text1,
  fontSize: size.s14,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&[aria-current], &[aria-expanded="true"]': { background: soft(color.accent, 13, color.bgOverlay) },
    '&:focus-visible': { outlineOffset: -2 },
  },
});
export const tick = style({ display: 'grid', placeItems: 'center', width: 16, color: color.accent });
export const presetEnd = style({ marginLeft: 'auto', color: color.text3 });

const bareFieldset = { margin: 0, padding: 0, border: 0, minWidth: 0 };
export const pickers = style({ ...bareFieldset, flex: 1, ...inColumn });
export const pickerPair = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  // Keeps both calendars aligned.
  gridTemplateRows: 'repeat(4, auto)',
  columnGap: 18,
  padding: '10px 14px 12px',
  '@media': { [NARROW]: { gridTemplateColumns: '1fr', gridTemplateRows: 'none', rowGap: 16 } },
});
const rows = { display: 'grid', gridRow: 'span 4', gridTemplateRows: 'subgrid' };
const ownRows = {
  '@media': { [NARROW]: { gridTemplateRows: 'repeat(4, auto)', gridRow: 'auto', rowGap: 0 } },
};
export const picker = style({ ...rows, ...ownRows, minWidth: 0 });
export const pickerParts = style({ ...rows, ...ownRows, minWidth: 0 });
export const messageSlot = style({ paddingTop: 8 });
export const pickerFoot = style({ ...inRow(8), paddingTop: 8, justifyContent: 'space-between' });
export const timeFields = style({
  display: 'inline-flex',
  alignItems: 'center',
  padding: '0 4px',
  border: `1px solid ${color.lineControl}`,
  borderRadius: radius.control,
  background: color.bgMain,
  fontFamily: font.mono,
  fontSize: size.s13,
  color: color.text3,
});
export const timePart = style({ display: 'inline-flex', alignItems: 'center' });
export const timeInput = style({
  width: 30,
  height: 26,
  padding: 0,
  border: 0,
  borderRadius: radius.chip,
  background: 'none',
  color: color.text1,
  fontFamily: 'inherit',
  fontSize: 'inherit',
  textAlign: 'center',
  selectors: { '&:focus-visible': { outlineOffset: -1 } },
});
export const rangeFoot = style({
  ...inRow(12),
  justifyContent: 'space-between',
  marginTop: 'auto',
  padding: '10px 14px',
  borderTop: `1px solid ${color.line}`,
});

export const panelFoot = style({
  ...inRow(12),
  justifyContent: 'space-between',
  minHeight: 38,
  padding: '6px 14px',
  borderTop: `1px solid ${color.line}`,
  background: color.bgRaised,
});
export const reset = style([link, { minHeight: 24, padding: '2px 4px' }]);
globalStyle(`${picker} ${timeInput}::placeholder`, { color: color.text3 });
