import { style } from '@vanilla-extract/css';
import { inColumn, inRow } from '../../../../../styles/flex.ts';
import { fade, rise } from '../../../../../styles/motion.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius, shadow, time, ease } = vars;

export const backdrop = style({
  background: color.shade,
  zIndex: 40,
  animation: `${fade} ${time.menu} ${ease.in}`,
});
export const dialog = style({
  ...inColumn,
  position: 'fixed',
  zIndex: 41,
  inset: 0,
  margin: 'auto',
  width: 'min(440px, calc(100vw - 32px))',
  height: 'fit-content',
  maxHeight: 'calc(100vh - 64px)',
  overflow: 'hidden',
  borderRadius: radius.dialog,
  background: color.bgOverlay,
  color: color.text1,
  boxShadow: shadow.dialog,
  animation: `${rise} ${time.menu} ${ease.in}`,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
export const wide = style({ width: 'min(640px, calc(100vw - 32px))' });
export const screen = style({ width: 'min(1080px, calc(100vw - 32px))' });
export const head = style({
  ...inRow(10),
  padding: '18px 20px 6px',
  fontSize: size.s17,
  letterSpacing: '-.01em',
});
export const heading = style({ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' });
export const body = style({
  padding: '0 20px 18px',
  color: color.text2,
  fontSize: size.s14,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
});
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '12px 20px',
  background: color.bgRaised,
  borderTop: `1px solid ${color.line2}`,
});
export const detailHeading = style({
  fontSize: size.s13,
  fontWeight: 500,
  color: color.text2,
  margin: '12px 0 4px',
});
export const detailTitle = style({ color: color.text1, whiteSpace: 'pre-wrap' });
export const detailList = style({ color: color.text1, paddingLeft: 18, lineHeight: 1.5, listStyle: 'disc' });
export const detailSteps = style([detailList, { listStyle: 'decimal' }]);
export const detailTime = style({ color: color.text3, fontSize: size.s12, margin: '12px 0' });
