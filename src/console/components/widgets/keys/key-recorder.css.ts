import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color } = vars;

/** Chips cover the input, whose own text is for screen readers. */
export const face = style({ ...inRow(8), flex: 1, minWidth: 0, position: 'relative' });
export const input = style({
  flex: 1,
  minWidth: 0,
  width: '100%',
  height: 30,
  padding: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  color: 'transparent',
  caretColor: 'transparent',
  cursor: 'default',
  selectors: {
    '&:focus-visible': { outline: 'none' },
    '&::selection': { background: 'none' },
    '&::placeholder': { color: color.text3, opacity: 1 },
  },
});
export const chips = style({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  pointerEvents: 'none',
});
