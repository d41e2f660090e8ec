import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const failed = style({ padding: `20px ${vars.layout.gutter}` });
export const wayOut = style({ display: 'grid', gap: 10, justifyItems: 'start' });
