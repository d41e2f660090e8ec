import { style } from '@vanilla-extract/css';
import { inRow, inTextRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

export const section = style({ borderBottom: `1px solid ${color.line}`, flex: 'none' });
export const head = style({ ...inWrappedRow('2px 16px'), minHeight: 38, padding: `4px ${layout.gutter}` });
export const heading = style({ ...inRow(8), fontSize: size.s15, fontWeight: 600 });
export const note = style({ marginLeft: 'auto', fontSize: size.s13, color: color.text2 });
export const rows = style({ listStyle: 'none', margin: 0, padding: 0 });
export const row = style({
  display: 'grid',
  gridTemplateColumns: '14px minmax(0, 1fr) auto',
  columnGap: 12,
  rowGap: 6,
  alignItems: 'center',
  padding: `8px ${layout.gutter}`,
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s14,
  lineHeight: 1.4,
  selectors: {
    '&[data-live]': { background: color.bgActive, boxShadow: `inset 2px 0 ${color.accent}` },
    '&:focus-visible': { outlineOffset: -2 },
  },
  '@media': { 'screen and (max-width: 720px)': { gridTemplateColumns: '14px minmax(0, 1fr)' } },
});
export const text = style({ minWidth: 0 });
export const said = style({ margin: 0, color: color.text1, overflowWrap: 'anywhere' });
export const subject = style({ fontWeight: 600 });
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 16px',
  margin: '3px 0 0',
  fontSize: size.s13,
  color: color.text2,
});
export const fact = style({ ...inTextRow(6) });
export const more = style({ color: color.text3 });
export const fixes = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  justifyContent: 'flex-end',
  '@media': { 'screen and (max-width: 720px)': { gridColumn: 2, justifyContent: 'flex-start' } },
});
export const rest = style({
  margin: 0,
  padding: `8px ${layout.gutter}`,
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s13,
});
