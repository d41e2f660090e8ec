import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, radius, size } = vars;

export const bell = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: 28,
  minWidth: 28,
  padding: '0 6px',
  borderRadius: radius.control,
  color: color.text2,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: color.bgHover, color: color.text1 },
    '&[aria-current=page]': { color: color.text1 },
  },
});
/** Overlaps the bell, so that a late count shifts nothing. */
export const count = style({
  position: 'absolute',
  top: 1,
  left: 13,
  padding: '0 1px',
  letterSpacing: '-.04em',
  borderRadius: radius.control,
  background: color.bgMain,
  font: `600 ${size.s12}/1 ${font.mono}`,
  color: color.err,
  fontVariantNumeric: 'tabular-nums',
});
