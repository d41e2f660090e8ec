import * as z from 'zod/mini';
import { REPORT_CONTENTS } from '../reports/kinds.ts';
import { pointSchema } from './analytics.ts';

/** As it is read, and the exact value where the text is rounded: in bytes, percent or Unix seconds. */
const cellSchema = z.object({ text: z.string(), value: z.union([z.string(), z.number(), z.null()]) });
export type ReportCell = z.infer<typeof cellSchema>;

const columnSchema = z.object({
  name: z.string(),
  /** Of the exact values, such as `bytes`; empty for texts. */
  unit: z.string(),
  align: z.enum(['start', 'end']),
  /** Share of the width. */
  width: z.number(),
  /** Each amount has a bar beside it; none is below zero. */
  hasBars: z.optional(z.boolean()),
});
export type ReportColumn = z.infer<typeof columnSchema>;

const figureSchema = z.object({
  label: z.string(),
  ...cellSchema.shape,
  /** What stands behind it, in a few words. */
  detail: z.string(),
  tone: z.enum(['plain', 'good', 'bad']),
});

const tableSchema = z.object({
  title: z.string(),
  rows: z.array(z.array(cellSchema)),
  /** Instead of rows. */
  empty: z.string(),
});
export type ReportTable = z.infer<typeof tableSchema>;

const chartSchema = z.object({
  title: z.string(),
  unit: z.enum(['bytes', 'count', 'number']),
  resolutionSeconds: z.int(),
  series: z.array(z.object({ name: z.string(), points: z.array(pointSchema) })),
});
export type ReportChart = z.infer<typeof chartSchema>;

/** A part with columns of its own; drawn as a chart where it has one. */
const panelSchema = z.object({
  title: z.string(),
  chart: z.nullable(chartSchema),
  columns: z.array(columnSchema),
  rows: z.array(z.array(cellSchema)),
  /** Why there are no rows, or not all of them; empty otherwise. */
  note: z.string(),
});
export type ReportPanel = z.infer<typeof panelSchema>;

/** A report as it was made. Screen, PDF, mail and CSV show this alone, so that all of them say the same. */
export const reportDocumentSchema = z.object({
  title: z.string(),
  content: z.enum(REPORT_CONTENTS),
  siteName: z.string(),
  timeZone: z.string(),
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  madeUnixTimeSeconds: z.int(),
  /** One sentence that says what matters. */
  summary: z.string(),
  /** What to know when reading it: it came late, or figures are kept no longer. */
  notes: z.array(z.string()),
  figures: z.array(figureSchema),
  chart: z.nullable(chartSchema),
  /** Of all its tables. */
  columns: z.array(columnSchema),
  tables: z.array(tableSchema),
  /** Below the tables. */
  panels: z.optional(z.array(panelSchema)),
});
export type ReportDocument = z.infer<typeof reportDocumentSchema>;
