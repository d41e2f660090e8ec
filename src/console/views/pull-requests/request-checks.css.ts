import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

const NARROW = 'screen and (max-width: 700px)';

export const section = style({ display: 'grid', gap: 10, minWidth: 0 });
export const title = style({ fontSize: size.s13, fontWeight: 600, color: color.text1, marginRight: 'auto' });
export const quiet = style({ fontSize: size.s13, fontWeight: 400, color: color.text2 });

export const checks = style({
  display: 'grid',
  gridTemplateColumns: '16px max-content minmax(0, 1fr)',
  columnGap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [NARROW]: { gridTemplateColumns: '16px minmax(0, 1fr)' } },
});
export const check = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  rowGap: 10,
  alignItems: 'start',
  padding: '7px 0',
  fontSize: size.s14,
  lineHeight: 1.5,
  borderTop: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: `1px solid ${color.line}` } },
});
export const mark = style({ display: 'flex', alignItems: 'center', height: '1.5em' });
export const name = style({ fontWeight: 500, color: color.text1 });
export const text = style({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media': { [NARROW]: { gridColumn: 2 } },
});
export const faults = style({
  display: 'grid',
  gap: 4,
  margin: 0,
  paddingLeft: 18,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const sample = style({ display: 'grid', gap: 8, minWidth: 0 });
export const sampleTitle = style({ fontSize: size.s14, fontWeight: 500, overflowWrap: 'anywhere' });
export const figures = style({ display: 'flex', flexWrap: 'wrap', gap: '4px 20px', fontSize: size.s13 });
