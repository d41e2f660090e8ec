import { style } from '@vanilla-extract/css';
import { inRow } from '../../../../../styles/flex.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, layout } = vars;

/** In em, so that large text has room. */
const NARROW = '(max-width: 40em)';

export const bar = style({
  display: 'flex',
  gap: 20,
  alignItems: 'stretch',
  height: layout.tabs,
  padding: `0 ${layout.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  flex: 'none',
  minWidth: 0,
  '@media': { [NARROW]: { flexWrap: 'wrap', height: 'auto', rowGap: 4, paddingBottom: 4 } },
});
/** Overflowing tabs scroll; arrow keys reveal them. */
export const list = style({
  display: 'flex',
  gap: 20,
  alignItems: 'stretch',
  '@media': {
    [NARROW]: {
      position: 'relative',
      height: layout.tabs,
      maxWidth: '100%',
      overflowX: 'auto',
      overflowY: 'hidden',
    },
  },
});
export const tab = style({
  ...inRow(8),
  padding: '2px 6px 0',
  margin: '0 -6px -1px',
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
    '&:focus-visible': { outlineOffset: -3, borderRadius: vars.radius.control },
  },
  // Transparent borders become visible in forced colors.
  '@media': {
    '(forced-colors: active)': {
      selectors: { '&[aria-selected="false"]': { borderBottomColor: 'Canvas' } },
    },
  },
});
export const actions = style({ ...inRow(8), marginLeft: 'auto' });
