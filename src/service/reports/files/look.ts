import { getReportLook } from '../../../charts/report-series.ts';
import { getSeriesLook } from '../../../charts/types.ts';
import type { ReportChart } from '../../../contract/entities/report-document.ts';

/** Light theme, since paper is light. */
export const REPORT_COLORS = {
  ground: '#FBFCFC',
  text: '#0F171B',
  quiet: '#59666E',
  line: '#E2E7E9',
  accent: '#00707F',
  good: '#157034',
  bad: '#BF2B27',
};

const VARIABLES: Record<string, string> = {
  '--d-in': '#5F707B',
  '--d-out': '#00808F',
  '--d-drop': '#8F6426',
  '--d-4': '#3A52C4',
  '--err': REPORT_COLORS.bad,
  '--tx-3': REPORT_COLORS.quiet,
  '--line': REPORT_COLORS.line,
  '--line-ctl': REPORT_COLORS.quiet,
};

/** @param text with theme variables, such as `var(--err)` */
export const resolveVariables = (text: string): string =>
  text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => VARIABLES[name] ?? REPORT_COLORS.text);

export const pickSeriesColor = (unit: ReportChart['unit'], index: number): string =>
  resolveVariables(getSeriesLook(getReportLook(unit, index)).stroke);

/** Avoids a row with a single figure. */
export const countFiguresPerRow = (figures: number): number => (figures % 3 === 1 ? 4 : 3);
