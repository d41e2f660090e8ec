import { style, styleVariants } from '@vanilla-extract/css';
import { inRow, inTextRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, layout, radius } = vars;

const base = style({
  display: 'grid',
  gap: 8,
  margin: `12px ${layout.gutter}`,
  padding: '10px 14px',
  borderRadius: radius.card,
  border: `1px solid ${color.line2}`,
  background: color.bgRaised,
});
const toned = (tone: string) => ({
  borderColor: soft(tone, 40, color.bgMain),
  background: soft(tone, 6, color.bgRaised),
});
export const strip = styleVariants({
  info: [base],
  ok: [base],
  warn: [base, toned(color.warn)],
  err: [base, toned(color.err)],
});
export const line = style(inWrappedRow('8px 20px'));
export const title = style({ ...inRow(8), fontSize: size.s14, fontWeight: 600, color: color.text1 });
export const elapsed = style({
  fontFamily: font.mono,
  fontSize: size.s12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  // Fixed, so that phases do not move.
  minWidth: '6ch',
  marginLeft: -10,
});
export const phases = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 6px',
  listStyle: 'none',
  padding: 0,
  margin: 0,
  fontSize: size.s13,
});
export const phase = style({
  ...inTextRow(6),
  color: color.text2,
  selectors: {
    '&:not(:last-child)::after': {
      content: '""',
      width: 18,
      height: 1,
      marginLeft: 2,
      background: color.line2,
    },
  },
});
export const current = style({ color: color.text1, fontWeight: 500 });
export const waiting = style({ color: color.text3 });
export const phaseTime = style({ fontFamily: font.mono, fontSize: size.s11, color: color.text3 });
export const note = style({
  display: 'grid',
  gap: 4,
  fontSize: size.s13,
  color: color.text2,
});
export const noteTitle = style({ color: color.text1, overflowWrap: 'anywhere' });
export const noteList = style({ margin: 0, paddingLeft: 0, overflowWrap: 'anywhere' });
export const noteLists = style({ display: 'flex', flexWrap: 'wrap', gap: '2px 40px' });
export const noteColumn = style({ maxWidth: '64ch' });
export const noteLabel = style({ fontSize: size.s12, fontWeight: 500, color: color.text3, marginTop: 2 });
