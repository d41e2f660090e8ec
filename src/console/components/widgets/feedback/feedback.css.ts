import { style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../../styles/flex.ts';
import { pulse } from '../../../../../styles/motion.css.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const skeleton = style({
  display: 'block',
  borderRadius: radius.chip,
  background: color.bgActive,
  animation: `${pulse} 1.4s ease-in-out infinite`,
});
export const message = style({
  display: 'grid',
  justifyItems: 'start',
  gap: 12,
  maxWidth: 560,
  fontSize: size.s14,
  color: color.text2,
});
export const heading = style({ ...inRow(10), fontSize: size.s17, color: color.text1 });
export const actions = style({ display: 'flex', gap: 8, marginTop: 4 });
export const panel = style([
  message,
  {
    padding: '14px 16px',
    borderRadius: radius.card,
    border: `1px solid ${soft(color.err, 45, color.bgMain)}`,
    background: soft(color.err, 6, color.bgMain),
    gap: 6,
  },
]);
export const full = style({ ...inColumn, minHeight: '100vh', background: color.bgMain });
export const fullHeader = style({
  ...inRow(12),
  justifyContent: 'space-between',
  padding: '14px 24px',
  minHeight: 56,
});
export const fullBody = style({ flex: 1, display: 'grid', placeContent: 'center', padding: 24 });
export const fullTitle = style({
  fontSize: size.s28,
  fontWeight: 600,
  letterSpacing: '-.03em',
  color: color.text1,
});
export const causeLabel = style({ fontSize: size.s12, fontWeight: 500, color: color.text2, marginBottom: 2 });
export const causeList = style({ paddingLeft: 18, fontSize: size.s13, lineHeight: 1.5, listStyle: 'disc' });
