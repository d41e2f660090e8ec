import type { ReportChart } from '../../../contract/entities/report-document.ts';

/** Of the light theme: paper is light. */
export const REPORT_COLORS = {
  ground: '#FBFCFC',
  text: '#0F171B',
  quiet: '#59666E',
  line: '#E2E7E9',
  accent: '#00707F',
  good: '#157034',
  bad: '#BF2B27',
};

const AMOUNTS = ['#5F707B', '#00808F', '#8F6426', '#3A52C4', '#157034'];
/** Of a dashboard, which has up to eight lines. */
const NUMBERS = [...AMOUNTS, '#B4483B', '#7A3E9D', '#59666E'];
const COUNTS = ['#BF2B27', '#B07A1E'];

/** Of the series of a chart, in their order: what goes wrong is counted, the rest has an amount. */
export const pickSeriesColor = (unit: ReportChart['unit'], index: number): string => {
  const colors = { count: COUNTS, bytes: AMOUNTS, number: NUMBERS }[unit];
  return colors[index % colors.length] ?? REPORT_COLORS.text;
};

/** So that no row has one figure alone. */
export const countFiguresPerRow = (figures: number): number => (figures % 3 === 1 ? 4 : 3);
