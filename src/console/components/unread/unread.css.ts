import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const unread = style({ flexBasis: '100%', overflowWrap: 'anywhere' });
export const warn = style({ color: vars.color.warn });
export const list = style({ margin: '4px 0', paddingLeft: 16, maxHeight: 120, overflowY: 'auto' });
