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
export const attention = style({ listStyle: 'none', margin: 0, padding: 0 });
export const attentionRow = style({
  display: 'grid',
  gridTemplateColumns: '140px minmax(100px, 220px) minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 16,
  minHeight: vars.layout.row,
  borderTop: `1px solid ${color.line}`,
  fontSize: size.s14,
  '@media': {
    'screen and (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: '8px 0' },
  },
});
export const reason = style({ color: color.text2, overflowWrap: 'anywhere' });
export const more = style({ color: color.text3 });
export const fix = style({ justifySelf: 'end' });
