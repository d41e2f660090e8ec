import { style } from '@vanilla-extract/css';
import * as chart from '../../../components/widgets/charts/chart.css.ts';
import * as stages from '../../../components/widgets/charts/stage-bars.css.ts';

/** Looks of the charts by name alone: their code comes later. */
export const chartPanel = style([chart.panel]);
export const chartHead = style([chart.head]);
export const chartTitle = style([chart.title]);
export const chartRoom = style([chart.skeleton]);
export const stagesPanel = style([stages.panel]);
export const stagesTitle = style([stages.title]);
export const stagesRoom = style({ height: 102, padding: '8px 16px' });
