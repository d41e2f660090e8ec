import { style } from '@vanilla-extract/css';
import { vars } from './tokens.css.ts';

const { color } = vars;

/** A round box; what holds it shows its focus. */
export const radio = style({
  appearance: 'none',
  width: 16,
  height: 16,
  margin: '2px 0 0',
  borderRadius: '50%',
  border: `1px solid ${color.lineControl}`,
  background: color.bgMain,
  outline: 'none',
  selectors: {
    '&:checked': {
      borderColor: color.accent,
      background: color.accent,
      boxShadow: `inset 0 0 0 4px ${color.bgMain}`,
    },
  },
  '@media': { '(forced-colors: active)': { appearance: 'auto' } },
});
