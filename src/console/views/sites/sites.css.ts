import { style } from '@vanilla-extract/css';
import { inWrappedRow } from '../../../../styles/flex.ts';
import { vars } from '../../../../styles/tokens.css.ts';

const { color, size } = vars;

export const facts = style({
  display: 'grid',
  gap: 16,
  paddingBottom: 16,
  borderBottom: `1px solid ${color.line}`,
});
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: size.s13,
});
export const term = style({ color: color.text2 });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
/** The time wraps when both do not fit. */
export const state = style(inWrappedRow('0 8px'));
export const since = style({ color: color.text3, whiteSpace: 'nowrap' });
export const reason = style({ marginTop: 4 });
export const running = style({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 });
