import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

/** Outline only: a drawing has no space for names beside a screen. */
export const drawing = style({
  maxHeight: 320,
  display: 'flex',
  minWidth: 0,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.bgMain,
  '@media': { '(max-width: 900px)': { display: 'none' } },
});
export const leftOut = style({ margin: 0, fontSize: size.s12, color: color.text3 });
