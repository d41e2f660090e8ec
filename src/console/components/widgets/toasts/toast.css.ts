import { createVar, fallbackVar, style, styleVariants } from '@vanilla-extract/css';
import { inRow, inTextRow } from '../../../../../styles/flex.ts';
import { rise, shrink } from '../../../../../styles/motion.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, font, radius, shadow, layout, time, ease } = vars;

/** Width kept free at the window's right edge. */
export const keptFree = createVar();
const MIN_WIDTH = '280px';
const beside = (left: string) =>
  `min(${layout.toast}, max(${MIN_WIDTH}, calc(100vw - ${left} - 16px - ${fallbackVar(keptFree, '0px')})))`;

export const region = style({
  position: 'fixed',
  zIndex: 45,
  left: `calc(${layout.sidebar} + 16px)`,
  bottom: `calc(${layout.keybar} + 14px)`,
  width: beside(`${layout.sidebar} - 16px`),
  pointerEvents: 'none',
  '@media': {
    '(max-width: 1023px)': { left: 72, width: beside('72px') },
    '(max-width: 640px)': { left: 16, width: beside('16px') },
  },
});
export const list = style({ display: 'grid', gap: 8 });
export const toast = style({
  pointerEvents: 'auto',
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr) auto',
  gap: '4px 11px',
  padding: '12px 10px 12px 14px',
  borderRadius: radius.card,
  background: color.bgOverlay,
  boxShadow: shadow.float,
  fontSize: size.s14,
  overflow: 'hidden',
  animation: `${rise} ${time.menu} ${ease.in}`,
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
export const mark = style({ marginTop: 2 });
export const message = style({
  lineHeight: 1.4,
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});
export const side = style({ ...inRow(4), height: 20, color: color.text3 });
export const clock = style({ fontFamily: font.mono, fontSize: size.s12 });
export const close = style({
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  border: 0,
  borderRadius: radius.chip,
  background: 'none',
  color: color.text3,
  selectors: { '&:hover': { color: color.text1 }, '&:focus-visible': { outlineOffset: -2 } },
});
export const act = style({ ...inRow(12), gridColumn: 2 });
const lifeBase = style({
  position: 'absolute',
  left: 0,
  bottom: 0,
  width: '100%',
  height: 2,
  opacity: 0.7,
  transformOrigin: 'left',
  animationName: shrink,
  animationTimingFunction: 'linear',
  animationFillMode: 'forwards',
  selectors: { [`${toast}:hover &, ${toast}:focus-within &`]: { animationPlayState: 'paused' } },
  '@media': { '(prefers-reduced-motion: reduce)': { display: 'none' } },
});
export const life = styleVariants({
  info: [lifeBase, { background: color.info }],
  success: [lifeBase, { background: color.ok }],
  warning: [lifeBase, { background: color.warn }],
  error: [lifeBase, { background: color.err }],
});

export const pastList = style({ maxHeight: '50vh', overflowY: 'auto' });
export const past = style({
  display: 'grid',
  gridTemplateColumns: '104px minmax(0, 1fr) auto',
  gap: '2px 12px',
  alignItems: 'baseline',
  padding: '8px 2px',
  borderBottom: `1px solid ${color.line}`,
  '@media': { '(max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
export const pastMark = style({ ...inTextRow(8), color: color.text2 });
export const pastText = style({
  color: color.text1,
  overflowWrap: 'anywhere',
  '@media': { '(max-width: 480px)': { gridColumn: '1 / -1', gridRow: 2 } },
});
export const pastHint = style({ color: color.text3 });
export const pastAct = style({
  gridColumn: '2 / -1',
  '@media': { '(max-width: 480px)': { gridColumn: '1 / -1' } },
});
