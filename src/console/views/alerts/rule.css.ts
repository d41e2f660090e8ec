import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const note = style({ fontSize: size.s13, color: color.text3, margin: 0 });
export const tested = style({
  display: 'grid',
  gap: 4,
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});
export const trial = style({ display: 'grid', gap: 10, minWidth: 0 });
/** Sentence, firings and chart fit on one screen. */
globalStyle(`${trial} > figure`, { height: '17.5rem' });
export const trialHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  alignItems: 'baseline',
});
export const trialTitle = style({ fontSize: size.s15, fontWeight: 600, marginRight: 'auto' });
export const firings = style({
  display: 'grid',
  gridTemplateColumns: 'max-content max-content minmax(0, 1fr) max-content max-content',
  gap: '2px 14px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: size.s13,
});
export const firing = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  color: color.text2,
  alignItems: 'center',
  '@media': { 'screen and (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
export const firingTime = style({ color: color.text1, font: `400 ${size.s13}/1.3 ${font.mono}` });
export const firingName = style({ color: color.text1, overflowWrap: 'anywhere' });
export const firingPeak = style({ textAlign: 'right' });
export const more = style({ gridColumn: '1 / -1', color: color.text3 });
export const options = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))',
  gap: 12,
  alignItems: 'start',
});
export const history = style({ display: 'grid', gap: 8, minWidth: 0 });
export const historyList = style({
  display: 'grid',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});
