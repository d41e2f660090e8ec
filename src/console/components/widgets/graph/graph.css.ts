import { style } from '@vanilla-extract/css';
import { inRow, inWrappedRow } from '../../../../../styles/flex.ts';
import { soft } from '../../../../../styles/soft.ts';
import { vars } from '../../../../../styles/tokens.css.ts';

const { color, font, size, radius, time, ease } = vars;

export const canvas = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  // `hidden` would let a focused node scroll the frame; only the view may move it.
  overflow: 'clip',
  containerType: 'inline-size',
  touchAction: 'none',
  cursor: 'grab',
  selectors: {
    '&[data-panning]': { cursor: 'grabbing' },
  },
});
export const dots = style({
  position: 'absolute',
  inset: -20,
  backgroundImage: `radial-gradient(${soft(color.text3, 17)} 1px, transparent 1px)`,
  backgroundSize: '20px 20px',
  backgroundPosition: '4px 6px',
});
export const plane = style({
  position: 'absolute',
  left: 0,
  top: 0,
  transformOrigin: '0 0',
  selectors: {
    '&[data-gliding]': { transition: `transform ${time.layout} ${ease.in}` },
  },
});
const narrow = '(max-width: 520px)';
/** Keeps cards clear of the buttons when the graph exceeds its frame. */
export const foot = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  background: color.bgMain,
  borderTop: `1px solid ${color.line}`,
});
export const corner = style({
  ...inWrappedRow('2px 8px'),
  position: 'absolute',
  right: 12,
  bottom: 12,
  maxWidth: 'calc(100% - 24px)',
  justifyContent: 'flex-end',
  minHeight: 34,
  padding: '2px 6px',
  borderRadius: radius.control,
  border: `1px solid ${color.line2}`,
  background: soft(color.bgOverlay, 94),
  fontSize: size.s12,
  color: color.text2,
  cursor: 'default',
});
export const legend = style({ ...inRow(8), paddingLeft: 6, '@container': { [narrow]: { display: 'none' } } });
export const zoomGroup = style(inRow(2));
export const zoom = style({
  font: `400 ${size.s12}/1 ${font.mono}`,
  minWidth: '5ch',
  textAlign: 'right',
  paddingRight: 4,
});
export const wedge = style({ color: color.pipeOnPath });
/** Number of nodes above or below the frame. */
export const beyond = style({
  ...inRow(6),
  position: 'absolute',
  left: '50%',
  translate: '-50%',
  height: '2.3em',
  maxWidth: 'calc(100% - 24px)',
  padding: '0 6px 0 10px',
  borderRadius: 14,
  border: `1px solid ${color.line2}`,
  background: color.bgOverlay,
  color: color.text1,
  font: `500 ${size.s12}/1 ${font.sans}`,
  cursor: 'pointer',
  selectors: {
    '&[data-side="up"]': { top: 8 },
    '&[data-side="down"]': { bottom: 15 },
  },
  '@container': {
    // Beside the buttons, or above them.
    '(max-width: 900px)': { selectors: { '&[data-side="down"]': { left: 12, translate: 'none' } } },
    '(max-width: 700px)': { selectors: { '&[data-side="down"]': { bottom: 54 } } },
  },
});
export const beyondCount = style({ color: color.text2, fontWeight: 400, whiteSpace: 'nowrap' });
/** A neighbor outside the frame, shown at the edge. */
export const outside = style({
  ...inRow(6),
  position: 'absolute',
  top: 0,
  height: '2.3em',
  maxWidth: 156,
  padding: '0 10px',
  borderRadius: 14,
  border: `1px solid ${color.line2}`,
  background: color.bgOverlay,
  color: color.text1,
  font: `500 ${size.s12}/1 ${font.sans}`,
  cursor: 'pointer',
  '@container': { '(max-width: 719px)': { display: 'none' } },
  selectors: {
    '&[data-side="left"]': { left: 10 },
    '&[data-side="right"]': { right: 10, flexDirection: 'row-reverse' },
  },
});
