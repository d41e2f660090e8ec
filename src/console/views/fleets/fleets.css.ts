import { style } from '@vanilla-extract/css';
import { inColumn, inRow, inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const details = style({ ...inColumn, flex: 1, minHeight: 0, minWidth: 0 });
export const section = style({ display: 'grid', gap: 10, minWidth: 0 });
export const heading = style({ fontSize: size.s14, fontWeight: 600, color: color.text1 });
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: size.s13,
  '@media': { 'screen and (max-width: 500px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 } },
});
export const term = style({ color: color.text2 });
export const value = style({ margin: 0, minWidth: 0, overflowWrap: 'anywhere' });
export const quiet = style({ fontSize: size.s13, color: color.text2, overflowWrap: 'anywhere' });
export const reason = style({ fontSize: size.s13, lineHeight: 1.5, overflowWrap: 'anywhere' });
export const time = style({ font: `400 ${size.s13}/1.3 ${font.mono}`, color: color.text2 });
export const counts = style({
  fontSize: size.s13,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
});
export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const item = style({
  ...inWrappedRow('4px 12px'),
  minHeight: 40,
  padding: '6px 12px',
  fontSize: size.s13,
  selectors: {
    '&:not(:last-child)': { borderBottom: `1px solid ${color.line}` },
    '&[aria-current=true]': { boxShadow: `inset 2px 0 0 ${color.accent}` },
  },
});
export const itemName = style({ fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 });
export const itemEnd = style({ ...inRow(12), marginLeft: 'auto' });
export const note = style({
  flexBasis: '100%',
  fontSize: size.s13,
  color: color.text2,
  overflowWrap: 'anywhere',
});
export const card = style({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  padding: 16,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const cardHead = style([inWrappedRow('8px 12px'), { fontSize: size.s13 }]);
export const tree = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 6,
  fontSize: size.s13,
});
export const branch = style([tree, { paddingLeft: 22, marginTop: 6 }]);
export const tags = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  listStyle: 'none',
  margin: 0,
  padding: 0,
});
export const tag = style({
  padding: '1px 6px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  font: `400 ${size.s12}/1.5 ${font.mono}`,
});
/** The map has its own margins. */
export const mapRoom = style({ margin: '-4px -24px', minWidth: 0 });
export const command = style({
  maxHeight: 320,
  overflow: 'auto',
  padding: 12,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const lines = style({ margin: 0, font: `400 ${size.s12}/1.6 ${font.mono}`, whiteSpace: 'pre' });
export const refusals = style({
  display: 'grid',
  alignContent: 'start',
  gap: 16,
  padding: 24,
  overflow: 'auto',
});
export const steps = style([list, { border: 0, display: 'flex', flexWrap: 'wrap', gap: 8 }]);
export const step = style({
  display: 'grid',
  gap: 2,
  minWidth: 120,
  fontSize: size.s13,
  padding: '8px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  selectors: { '&[aria-current]': { borderColor: color.accent } },
});
export const days = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 16px',
  margin: 0,
  padding: 0,
  border: 0,
});
export const pairOfFields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: 16,
});
