import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { inTextRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

const chipBase = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 1,
  height: 18,
  minWidth: 18,
  padding: '0 4px',
  borderRadius: radius.chip,
  border: `1px solid ${color.line2}`,
  borderBottomColor: soft(color.line2, 60, color.textOff),
  background: color.bgRaised,
  color: color.text2,
  font: `500 ${size.s11}/1 ${font.mono}`,
  flex: 'none',
});
globalStyle(`${chipBase} svg`, { width: 11, height: 11, strokeWidth: 2, color: 'inherit' });

export const chip = styleVariants({
  plain: [chipBase],
  /** For the sidebar: without a border. */
  ghost: [
    chipBase,
    { background: 'none', borderColor: 'transparent', color: color.text3, padding: '0 1px', minWidth: 0 },
  ],
  /** The pending key of a chord. */
  pending: [chipBase, { background: color.accent, borderColor: color.accent, color: color.onAccent }],
  onAccent: [chipBase, { background: 'none', borderColor: soft(color.onAccent, 45), color: 'inherit' }],
  onErr: [chipBase, { background: 'none', borderColor: soft(color.onErr, 45), color: 'inherit' }],
  off: [chipBase, { borderStyle: 'dashed', color: color.text3, background: 'none' }],
  disabled: [chipBase, { borderStyle: 'dashed', color: color.textOff, background: 'none' }],
});
export const sequence = style({ ...inTextRow(3), flex: 'none' });
export const large = style({ height: 22, minWidth: 22, fontSize: 12.5 });
