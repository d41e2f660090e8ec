import { style, styleVariants } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size } = vars;

export const summary = style({ display: 'grid', gap: 12, marginTop: 12, fontSize: size.s13 });
export const heading = style({
  fontSize: size.s12,
  fontWeight: 500,
  color: color.text3,
  marginBottom: 4,
});
export const head = style({ ...inRow(8), justifyContent: 'space-between' });
export const figure = style({ fontVariantNumeric: 'tabular-nums', color: color.text1 });
export const none = style(inWrappedRow(8));
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: 6 });
export const lines = style({
  listStyle: 'none',
  padding: 0,
  margin: '6px 0 0',
  display: 'grid',
  gap: 3,
  overflowWrap: 'anywhere',
});
export const line = style({ display: 'flex', gap: 8, alignItems: 'baseline' });
export const valid = style(inRow(8));
const signBase = style({ fontFamily: font.mono, flex: 'none', width: '1ch' });
export const sign = styleVariants({
  added: [signBase, { color: color.ok }],
  changed: [signBase, { color: color.warn }],
  removed: [signBase, { color: color.err }],
});
export const name = style({ color: color.text1, fontWeight: 500 });
export const quiet = style({ color: color.text2 });
export const note = style({ marginTop: 12, fontSize: size.s13, color: color.text2 });
/** On its own line below the name. */
export const setting = style({ display: 'block', color: color.text2, overflowWrap: 'anywhere' });
export const effect = style({ color: color.warn });
