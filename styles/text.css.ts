import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from './tokens.css.ts';

const { color, size, font, radius } = vars;

export const type = styleVariants({
  metric: { fontSize: size.s28, fontWeight: 550, letterSpacing: '-.03em', lineHeight: 1.15 },
  pageTitle: { fontSize: size.s20, fontWeight: 600, letterSpacing: '-.018em', lineHeight: 1.3 },
  dialogTitle: { fontSize: size.s17, fontWeight: 600, letterSpacing: '-.01em' },
  section: { fontSize: size.s15, fontWeight: 600 },
  body: { fontSize: size.s15 },
  row: { fontSize: size.s14 },
  label: { fontSize: size.s13 },
  meta: { fontSize: size.s12 },
});

export const tone = styleVariants({
  text1: { color: color.text1 },
  text2: { color: color.text2 },
  text3: { color: color.text3 },
  ok: { color: color.ok },
  warn: { color: color.warn },
  err: { color: color.err },
  info: { color: color.info },
  accent: { color: color.accent },
});

export const mono = style({ fontFamily: font.mono, fontSize: '.93em', letterSpacing: '-.01em' });
export const unit = style({ color: color.text3, fontWeight: 400, marginLeft: '.22em' });
export const cut = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // A right-to-left text gets its ellipsis at its own end.
  unicodeBidi: 'plaintext',
  minWidth: 0,
});
export const visuallyHidden = style({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
export const quietLink = style({
  color: color.text1,
  textDecoration: 'underline',
  textDecorationColor: color.lineControl,
  textDecorationThickness: '1px',
  textUnderlineOffset: '3px',
});
/** A command that looks like a link: Reset, All, Clear. */
export const link = style({
  color: color.accent,
  fontWeight: 500,
  fontSize: size.s13,
  background: 'none',
  border: 0,
  padding: 0,
  borderRadius: vars.radius.chip,
  cursor: 'default',
  selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
});
export const eventText = style({
  margin: 0,
  padding: '6px 8px',
  borderRadius: radius.chip,
  border: `1px solid ${color.line}`,
  background: color.bgMain,
  font: `400 ${size.s12}/1.5 ${font.mono}`,
  color: color.text1,
  whiteSpace: 'pre-wrap',
  wordBreak: 'break-all',
});
