import { style } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, size, radius } = vars;

export const sentence = style({
  margin: 0,
  fontSize: size.s17,
  lineHeight: 2.2,
  color: color.text2,
  letterSpacing: '-.005em',
});
export const part = style({
  ...inTextRow(6),
  height: 30,
  maxWidth: '100%',
  padding: '0 7px 0 10px',
  margin: '0 1px',
  verticalAlign: 'middle',
  border: `1px solid ${color.line2}`,
  borderRadius: radius.control,
  background: color.bgRaised,
  color: color.text1,
  fontSize: size.s17,
  fontWeight: 550,
  lineHeight: 1.2,
  cursor: 'default',
  selectors: {
    '&:hover': { background: color.bgHover },
    '&:focus-visible': { outlineOffset: -1, borderColor: color.accent },
    '&:focus-within': { borderColor: color.accent },
    '&[data-changed]': {
      borderColor: soft(color.warn, 60, color.bgMain),
      background: soft(color.warn, 7, color.bgMain),
    },
    '&[data-invalid]': { borderColor: color.err },
    '&[data-readonly]': { borderStyle: 'dashed', background: 'none', color: color.text2 },
  },
});
export const partText = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
export const input = style({
  border: 0,
  padding: 0,
  minWidth: '2ch',
  maxWidth: 'min(24ch, 100%)',
  background: 'none',
  outline: 'none',
  color: 'inherit',
  font: 'inherit',
  fieldSizing: 'content',
});
export const icon = style({ display: 'inline-flex', color: color.text3 });
