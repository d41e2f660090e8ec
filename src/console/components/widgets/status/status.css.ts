import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius } = vars;

export const status = style({
  ...inTextRow(8),
  maxWidth: '100%',
  whiteSpace: 'nowrap',
});
/** Text alignment: the shape alone would set the baseline. */
globalStyle(`${status} > :not(:first-child)`, { alignSelf: 'baseline' });
export const note = style({
  color: color.text3,
  marginLeft: -2,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});

const badgeBase = style({
  ...inTextRow(5),
  height: 20,
  padding: '0 7px',
  borderRadius: 10,
  fontSize: size.s12,
  fontWeight: 500,
  lineHeight: 1,
  whiteSpace: 'nowrap',
  flex: 'none',
  background: color.bgActive,
  color: color.text2,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
const softFill = (tone: string) => ({ background: soft(tone, 12), color: tone });
export const badge = styleVariants({
  neutral: [badgeBase],
  ok: [badgeBase, softFill(color.ok)],
  warn: [badgeBase, softFill(color.warn)],
  err: [badgeBase, softFill(color.err)],
  info: [badgeBase, softFill(color.info)],
  accent: [badgeBase, softFill(color.accent)],
});
export const count = style({
  minWidth: 20,
  justifyContent: 'center',
  padding: '0 6px',
  fontFamily: font.mono,
  fontSize: size.s11,
});
export const tag = style({
  ...inTextRow(5),
  height: 20,
  padding: '0 6px',
  borderRadius: radius.chip,
  border: `1px solid ${color.line2}`,
  font: `500 ${size.s12}/1 ${font.mono}`,
  color: color.text2,
  letterSpacing: '-.01em',
  flex: 'none',
});
export const quietMark = style({ display: 'inline-flex', flex: 'none' });
export const loss = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 8,
  fontSize: size.s13,
  lineHeight: 1.45,
  color: color.text2,
});
export const lossHead = style({ color: color.warn, fontWeight: 500 });
