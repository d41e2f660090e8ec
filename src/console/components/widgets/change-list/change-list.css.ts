import { style, styleVariants } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const list = style({ display: 'grid', gap: 2, margin: 0, padding: 0, listStyle: 'none' });
export const item = style({ display: 'grid', gap: 6, padding: '2px 0 8px' });
const row = { ...inRow(8), minWidth: 0, fontSize: size.s14, minHeight: 28 } as const;
export const head = style(row);
export const opener = style({
  ...row,
  width: '100%',
  padding: '4px 8px',
  margin: '0 -8px',
  boxSizing: 'content-box',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: color.text1,
  textAlign: 'left',
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&:focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: -2 },
  },
});
const sign = style({
  flex: 'none',
  width: 18,
  height: 18,
  borderRadius: radius.chip,
  display: 'grid',
  placeItems: 'center',
  font: `600 ${size.s12}/1 ${font.mono}`,
});
export const signAt = styleVariants({
  added: [sign, { color: color.ok, background: soft(color.ok, 12) }],
  removed: [sign, { color: color.err, background: soft(color.err, 12) }],
  changed: [sign, { color: color.warn, background: soft(color.warn, 12) }],
});
export const title = style({ fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' });
export const note = style({
  color: color.text3,
  fontSize: size.s12,
  marginLeft: 'auto',
  whiteSpace: 'nowrap',
});
export const lines = style({ display: 'grid', gap: 6, margin: 0, paddingLeft: 26 });
export const label = style({ fontSize: size.s12, color: color.text2 });
export const line = style({ display: 'grid', gap: 2 });
const value = style({
  display: 'flex',
  gap: 8,
  padding: '2px 8px',
  borderRadius: radius.chip,
  font: `400 ${size.s12}/1.5 ${font.mono}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
export const valueAt = styleVariants({
  before: [value, { background: soft(color.err, 10), color: color.text1 }],
  after: [value, { background: soft(color.accent, 10), color: color.text1 }],
});
export const markAt = styleVariants({
  before: { color: color.err, flex: 'none' },
  after: { color: color.accent, flex: 'none' },
});
export const warning = style({ ...inRow(6), paddingLeft: 26, fontSize: size.s12, color: color.warn });
