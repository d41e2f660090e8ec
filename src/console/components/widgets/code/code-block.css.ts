import { style } from '@vanilla-extract/css';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius } = vars;

export const block = style({
  display: 'flex',
  gap: 8,
  alignItems: 'flex-start',
  padding: '6px 6px 6px 0',
  borderRadius: radius.control,
  background: color.bgMain,
  border: `1px solid ${color.line2}`,
  minWidth: 0,
});
/** Scrolls here, so that the page never does. */
export const scroll = style({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  maxHeight: 320,
  overflow: 'auto',
  borderRadius: radius.chip,
  selectors: { '&:focus-visible': { outlineOffset: -1 } },
});
export const text = style({
  margin: 0,
  padding: '3px 0',
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(max-content, 1fr)',
  counterReset: 'line',
  font: `400 ${size.s12}/1.6 ${font.mono}`,
  color: color.text1,
  selectors: { '&[data-wrap]': { gridTemplateColumns: 'max-content minmax(0, 1fr)' } },
});
export const line = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  whiteSpace: 'pre',
  counterIncrement: 'line',
  paddingLeft: 12,
  selectors: {
    '[data-wrap] &': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '&::before': {
      // Neither announced nor copied.
      content: 'counter(line) / ""',
      textAlign: 'right',
      paddingRight: 14,
      color: color.text3,
      userSelect: 'none',
    },
    '[data-single] &::before': { content: '""', padding: 0 },
  },
});
