import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';
import { BELL_ROOM } from './bell-room.ts';

const { color, font, radius, size } = vars;

export const bell = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  height: 28,
  minWidth: BELL_ROOM,
  padding: '0 6px',
  borderRadius: radius.control,
  color: color.text2,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: color.bgHover, color: color.text1 },
    '&[aria-current=page]': { color: color.text1 },
  },
});
/** Beside the bell, in room that is always there, so that a late count shifts nothing. */
export const count = style({
  position: 'absolute',
  top: 8,
  left: 24,
  letterSpacing: '-.04em',
  font: `600 ${size.s12}/1 ${font.mono}`,
  color: color.err,
  fontVariantNumeric: 'tabular-nums',
});
