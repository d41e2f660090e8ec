import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const section = style({
  padding: `16px ${vars.layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  flex: 'none',
});
export const heading = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontSize: size.s15,
  fontWeight: 600,
  marginBottom: 10,
});
/** One grid for all rows, so that columns are as narrow as their longest entry. */
export const attention = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'max-content fit-content(26ch) minmax(0, 1fr) max-content',
  columnGap: 20,
  '@media': { 'screen and (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
export const attentionRow = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  rowGap: 4,
  minHeight: vars.layout.row,
  padding: '6px 0',
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s14,
  lineHeight: 1.4,
});
export const reason = style({ color: color.text2, overflowWrap: 'anywhere' });
export const more = style({ color: color.text3 });
export const fix = style({ justifySelf: 'end' });
