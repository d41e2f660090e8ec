import { style } from '@vanilla-extract/css';
import { vars } from '../../../../styles/tokens.css.ts';

export const loading = style({ display: 'grid', gap: 16, padding: `20px ${vars.layout.gutter}` });
