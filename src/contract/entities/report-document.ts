import * as z from 'zod/mini';
import { REPORT_CONTENTS } from '../reports/kinds.ts';
import { pointSchema } from './analytics.ts';

/** `value`: exact where the text is rounded, in bytes, percent or Unix seconds. */
const cellSchema = z.object({ text: z.string(), value: z.union([z.string(), z.number(), z.null()]) });
export type ReportCell = z.infer<typeof cellSchema>;

const columnSchema = z.object({
  name: z.string(),
  /** Unit of exact values, such as `bytes`; empty for texts. */
  unit: z.string(),
  align: z.enum(['start', 'end']),
  width: z.number(),
  /** A bar beside each amount; none is negative. */
  hasBars: z.optional(z.boolean()),
});
export type ReportColumn = z.infer<typeof columnSchema>;

const figureSchema = z.object({
  label: z.string(),
  ...cellSchema.shape,
  detail: z.string(),
  tone: z.enum(['plain', 'good', 'bad']),
});

const tableSchema = z.object({
  title: z.string(),
  rows: z.array(z.array(cellSchema)),
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

/** Has its own columns; may be drawn as a chart. */
const panelSchema = z.object({
  title: z.string(),
  chart: z.nullable(chartSchema),
  columns: z.array(columnSchema),
  rows: z.array(z.array(cellSchema)),
  note: z.string(),
});
export type ReportPanel = z.infer<typeof panelSchema>;

/** Screen, PDF, mail and CSV are rendered from this alone, so that they agree. */
export const reportDocumentSchema = z.object({
  title: z.string(),
  content: z.enum(REPORT_CONTENTS),
  siteName: z.string(),
  timeZone: z.string(),
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  madeUnixTimeSeconds: z.int(),
  summary: z.string(),
  /** Caveats: it was late, or figures were deleted. */
  notes: z.array(z.string()),
  figures: z.array(figureSchema),
  chart: z.nullable(chartSchema),
  columns: z.array(columnSchema),
  tables: z.array(tableSchema),
  panels: z.optional(z.array(panelSchema)),
});
export type ReportDocument = z.infer<typeof reportDocumentSchema>;
