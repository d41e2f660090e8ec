import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const form = style({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 });
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '12px 16px',
  borderBottom: `1px solid ${vars.color.line}`,
});
export const heading = style({ fontSize: vars.size.s15, fontWeight: 600, lineHeight: 1.3 });
export const sub = style({ fontSize: vars.size.s12, color: vars.color.text3 });
export const body = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: 16,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 640px)',
  gap: 16,
  alignContent: 'start',
});
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${vars.color.line}`,
});
export const failure = style({ color: vars.color.err, fontSize: vars.size.s13 });
export const warning = style({
  color: vars.color.warn,
  fontSize: vars.size.s13,
  display: 'flex',
  gap: 8,
  alignItems: 'baseline',
});
export const types = style({ display: 'grid', gap: 6, listStyle: 'none', padding: 0, margin: 0 });
export const typeButton = style({
  display: 'grid',
  gridTemplateColumns: '20px 1fr',
  gap: '2px 10px',
  width: '100%',
  textAlign: 'left',
  padding: '10px 12px',
  borderRadius: vars.radius.control,
  border: `1px solid ${vars.color.line2}`,
  background: 'none',
  fontSize: vars.size.s14,
  selectors: { '&:hover': { background: vars.color.bgHover } },
});
export const typeName = style({ fontWeight: 500 });
export const typeText = style({ gridColumn: 2, fontSize: vars.size.s12, color: vars.color.text3 });
