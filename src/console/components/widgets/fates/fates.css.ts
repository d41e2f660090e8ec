import { style, styleVariants } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color } = vars;

const stripes = (ink: string) =>
  `repeating-linear-gradient(-45deg, ${ink} 0 1.5px, ${soft(ink, 20)} 1.5px 4px)`;
const bars = (ink: string) => `repeating-linear-gradient(90deg, ${ink} 0 2.4px, ${soft(ink, 16)} 2.4px 5px)`;
const dots = (ink: string) =>
  `radial-gradient(circle at 2px 2px, ${ink} 1px, transparent 1.2px) 0 0 / 4px 4px`;

/** Distinct without color: full, hatched, barred, dotted, crossed. */
export const FATE_FILL = {
  delivered: { background: color.accent2 },
  dropped: { background: stripes(color.dataDrop) },
  waiting: { background: bars(color.data4) },
  dead: { background: dots(color.warn) },
  lost: { background: color.errSolid },
};

const swatchBase = style({
  position: 'relative',
  display: 'inline-block',
  flex: 'none',
  width: 18,
  height: 12,
  borderRadius: 2,
  border: `1px solid ${color.line2}`,
  forcedColorAdjust: 'none',
  overflow: 'hidden',
});
export const swatch = styleVariants({
  delivered: [swatchBase, FATE_FILL.delivered, { borderColor: color.accent }],
  dropped: [swatchBase, FATE_FILL.dropped, { borderColor: color.dataDrop }],
  waiting: [swatchBase, FATE_FILL.waiting, { borderColor: color.data4 }],
  dead: [swatchBase, FATE_FILL.dead, { border: `1px dashed ${color.warn}` }],
  lost: [swatchBase, FATE_FILL.lost, { borderColor: color.err }],
});
export const cross = style({ position: 'absolute', inset: 0, width: '100%', height: '100%' });

export const legend = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  fontSize: vars.size.s12,
  fontWeight: 400,
  color: color.text2,
});
export const entry = style({ ...inTextRow(6), whiteSpace: 'nowrap' });
export const figure = style({ color: color.text1, fontFamily: vars.font.mono, fontWeight: 500 });
