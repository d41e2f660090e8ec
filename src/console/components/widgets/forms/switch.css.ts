import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius, time, ease } = vars;

export const switchLine = style({ ...inRow(12), justifyContent: 'space-between' });
export const switchTrack = style({
  appearance: 'none',
  width: 30,
  height: 18,
  borderRadius: 9,
  border: 0,
  background: color.lineControl,
  position: 'relative',
  flex: 'none',
  transition: `background ${time.fast} ${ease.in}`,
  selectors: {
    '&::after': {
      content: '',
      position: 'absolute',
      width: 14,
      height: 14,
      borderRadius: '50%',
      background: color.bgMain,
      top: 2,
      left: 2,
      transition: `left ${time.fast} ${ease.in}`,
    },
    '&:checked': { background: color.accent },
    '&:checked::after': { left: 14, background: color.onAccent },
    '&[data-readonly]': { background: 'none', border: `1px dashed ${color.lineControl}` },
    '&[data-readonly]::after': { background: color.lineControl, top: 1, left: 1 },
    '&[data-readonly]:checked::after': { background: color.text2, left: 13 },
  },
  '@media': {
    '(forced-colors: active)': {
      border: '1px solid CanvasText',
      selectors: {
        '&:checked': { background: 'Highlight' },
        '&::after': { background: 'CanvasText', top: 1 },
      },
    },
  },
});

export const segments = style({
  display: 'inline-flex',
  justifySelf: 'start',
  padding: 2,
  borderRadius: radius.control,
  background: color.bgActive,
  fontSize: size.s13,
  selectors: {
    '&[data-readonly]': { background: 'none', outline: `1px dashed ${color.line2}`, outlineOffset: -1 },
  },
});
export const segment = style({
  ...inRow(6),
  position: 'relative',
  height: 24,
  padding: '0 10px',
  borderRadius: radius.chip,
  color: color.text2,
  selectors: {
    '&:has(:checked)': {
      background: color.bgMain,
      color: color.text1,
      fontWeight: 500,
      boxShadow: `0 0 0 1px ${color.lineControl}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 1 },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&:has(:checked)': { outline: '2px solid Highlight' } } },
  },
});
export const segmentInput = style({ position: 'absolute', inset: 0, opacity: 0, margin: 0, outline: 'none' });
