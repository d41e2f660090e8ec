import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const previews = style({ display: 'grid', gap: 10, minWidth: 0 });
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '6px 16px',
  alignItems: 'end',
  justifyContent: 'space-between',
});
export const heading = style({ fontSize: size.s15, fontWeight: 600 });
export const note = style({ margin: 0, fontSize: size.s13, color: color.text3, overflowWrap: 'anywhere' });
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const card = style({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minWidth: 0,
  border: `1px solid ${color.line2}`,
  borderRadius: radius.card,
  background: color.bgRaised,
});
export const channel = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 8px',
  margin: 0,
  padding: '8px 12px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});
export const address = style({ marginLeft: 'auto', color: color.text3 });
export const message = style({ margin: 12, paddingLeft: 10, minWidth: 0 });
export const title = style({
  margin: '0 0 6px',
  fontSize: size.s14,
  fontWeight: 600,
  color: color.text1,
  overflowWrap: 'anywhere',
});
export const facts = style({ display: 'grid', gap: 3, margin: 0, fontSize: size.s13 });
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '84px minmax(0, 1fr)',
  gap: 10,
});
export const label = style({ color: color.text3 });
export const text = style({ margin: 0, color: color.text1, overflowWrap: 'anywhere' });
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '10px 0 0' });
export const link = style({
  padding: '3px 8px',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.control,
  fontSize: size.s13,
});
export const json = style({
  margin: 0,
  padding: 12,
  maxHeight: 260,
  overflow: 'auto',
  font: `400 ${size.s12}/1.5 ${font.mono}`,
  color: color.text2,
});
export const hidden = style({ margin: 12, fontSize: size.s13, color: color.text3 });
