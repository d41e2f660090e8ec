import { style } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const panel = style({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: '20px 24px 28px',
  display: 'grid',
  gap: 20,
  alignContent: 'start',
});
export const lead = style({ display: 'flex', alignItems: 'baseline', gap: 12, flexWrap: 'wrap' });
export const title = style({ fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const quiet = style({ margin: 0, fontSize: size.s13, color: color.text2 });
export const waiting = style({
  ...inWrappedRow(10),
  padding: '8px 12px',
  border: `1px solid ${color.line2}`,
  borderRadius: 8,
});
export const waitingName = style({ fontWeight: 500, color: color.text1 });
export const columns = style({
  display: 'grid',
  gap: 20,
  gridTemplateColumns: 'minmax(220px, 1fr) minmax(320px, 2fr) minmax(220px, 1fr)',
  alignItems: 'start',
  '@media': { 'screen and (max-width: 1200px)': { gridTemplateColumns: '1fr' } },
});
export const step = style({ display: 'grid', gap: 12, minWidth: 0, border: 0, margin: 0, padding: 0 });
export const stepTitle = style({
  ...inRow(8),
  fontSize: size.s13,
  fontWeight: 600,
  color: color.text1,
  padding: 0,
  marginBottom: 12,
});
export const number = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: 10,
  border: `1px solid ${color.line}`,
  fontSize: size.s12,
  fontVariantNumeric: 'tabular-nums',
  color: color.text2,
});
export const choices = style({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
});
export const choice = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '2px 8px',
  alignContent: 'start',
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: 6,
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: color.text3 },
    '&:has(input:checked)': { borderColor: color.accent, background: color.bgRaised },
    '&:has(input:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  },
});
export const choiceTitle = style({
  fontSize: size.s13,
  fontWeight: 500,
  color: color.text1,
  cursor: 'pointer',
  // The whole card chooses.
  selectors: { '&::after': { content: '', position: 'absolute', inset: 0 } },
});
export const choiceText = style({ gridColumn: 2, fontSize: size.s12, color: color.text2 });
export const facts = style({
  display: 'grid',
  gap: 6,
  padding: '10px 12px',
  background: color.bgRaised,
  borderRadius: 6,
  fontSize: size.s13,
  color: color.text2,
});
export const flow = style({ margin: 0, paddingLeft: 18, display: 'grid', gap: 2, listStyle: 'decimal' });
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 6,
  maxHeight: 320,
  overflow: 'auto',
  padding: 4,
  margin: -4,
});
