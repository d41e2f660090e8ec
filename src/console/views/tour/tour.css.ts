import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, layout, radius, shadow, size } = vars;

export const card = style({
  position: 'absolute',
  right: 16,
  bottom: `calc(${layout.keybar} + 14px)`,
  zIndex: 29,
  display: 'grid',
  gap: 8,
  width: 'min(340px, calc(100% - 32px))',
  maxHeight: 'calc(100% - 96px)',
  overflowY: 'auto',
  padding: 16,
  border: `1px solid ${color.line2}`,
  borderLeft: `3px solid ${color.accent}`,
  borderRadius: radius.card,
  background: color.bgOverlay,
  boxShadow: shadow.float,
});
export const place = style({ margin: 0, fontSize: size.s12, color: color.text3 });
export const title = style({ margin: 0, fontSize: size.s15, fontWeight: 600, color: color.text1 });
export const keys = style({ ...inWrappedRow(8), margin: 0, fontSize: size.s14, color: color.text1 });
export const text = style({ margin: 0, fontSize: size.s13, color: color.text2, overflowWrap: 'anywhere' });
export const foot = style({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 });
