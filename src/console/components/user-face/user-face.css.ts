import { style } from '@vanilla-extract/css';

export const picture = style({ width: '100%', height: '100%', objectFit: 'cover' });
