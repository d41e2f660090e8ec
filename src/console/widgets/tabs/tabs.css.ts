import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

export const bar = style({
  display: 'flex',
  gap: 20,
  alignItems: 'stretch',
  height: layout.tabs,
  padding: `0 ${layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  flex: 'none',
  minWidth: 0,
});
export const list = style({ display: 'flex', gap: 20, alignItems: 'stretch' });
export const tab = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '2px 0 0',
  marginBottom: -1,
  border: 0,
  borderBottom: '2px solid transparent',
  background: 'none',
  color: color.text3,
  fontSize: size.s14,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  cursor: 'default',
  selectors: {
    '&:hover': { color: color.text1 },
    '&[aria-selected="true"]': { color: color.text1, borderBottomColor: color.accent },
    '&:focus-visible': { outlineOffset: -4, borderRadius: vars.radius.control },
  },
});
export const actions = style({ marginLeft: 'auto', display: 'flex', gap: 8, alignItems: 'center' });
