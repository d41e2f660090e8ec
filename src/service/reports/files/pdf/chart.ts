import { createRequire } from 'node:module';
import { type ChartSeries, getSeriesLook } from '../../../../charts/types.ts';
import type { ReportChart } from '../../../../contract/entities/report-document.ts';
import { REPORT_COLORS as COLORS, resolveVariables } from '../look.ts';
import { drawChartSvg } from './chart-svg.ts';
import { INNER_WIDTH, PAGE, type ReportPage } from './page.ts';

type DrawSvg = (
  doc: PDFKit.PDFDocument,
  svg: string,
  x: number,
  y: number,
  options: {
    width: number;
    height: number;
    assumePt: boolean;
    /** @returns the name of a font in the document */
    fontCallback: () => string;
    warningCallback: (warning: string) => void;
  },
) => void;

/** It has no types. */
const drawSvg: DrawSvg = createRequire(import.meta.url)('svg-to-pdfkit');

const INSET = { left: 20, right: 16 };
const SIZE = { width: INNER_WIDTH + INSET.left + INSET.right, height: 176, textScale: 8 / 11 };
const LEGEND_ROW = 14;
const LEGEND_MARK = 20;
const HEADING = { size: 12.5, weight: 'bold' as const };
const LEGEND = { size: 8.5, color: COLORS.text };

function placeLegend(page: ReportPage, series: readonly ChartSeries[]) {
  let [x, row] = [0, 0];
  return series.map((one) => {
    const shown = page.cut(one.label, 120, LEGEND);
    const width = LEGEND_MARK + 6 + page.measure(shown, LEGEND);
    if (x > 0 && x + width > INNER_WIDTH) [x, row] = [0, row + 1];
    const place = { shown, look: getSeriesLook(one), x: PAGE.margin + x, row };
    x += width + 16;
    return place;
  });
}

export function drawChart(page: ReportPage, chart: ReportChart, timeZone: string): void {
  const { doc, root } = page;
  const { svg, series, caption, description } = drawChartSvg(chart, timeZone, SIZE);
  const legend = placeLegend(page, series);
  const legendHeight = ((legend.at(-1)?.row ?? 0) + 1) * LEGEND_ROW;
  page.need(SIZE.height + legendHeight + 40);
  page.paragraph('H2', caption, HEADING, 6);
  const top = page.top();
  root.add(
    doc.struct('Figure', { alt: description }, () => {
      for (const { shown, look, x, row } of legend) {
        const y = top + row * LEGEND_ROW;
        doc.save().lineWidth(look.width).strokeColor(resolveVariables(look.stroke));
        const dashes = look.dash.split(' ').filter(Boolean).map(Number);
        if (dashes.length > 0) doc.dash(dashes as unknown as number, {});
        doc
          .moveTo(x, y + 6.5)
          .lineTo(x + LEGEND_MARK, y + 6.5)
          .stroke()
          .restore();
        page.drawLine(shown, x + LEGEND_MARK + 6, y, LEGEND);
      }
      drawSvg(doc, svg, PAGE.margin - INSET.left, top + legendHeight, {
        width: SIZE.width,
        height: SIZE.height,
        assumePt: true,
        fontCallback: page.useFont,
        warningCallback: (warning) => {
          throw new Error(`The chart ${chart.title} could not be drawn: ${warning}`);
        },
      });
    }),
  );
  page.moveTo(top + legendHeight + SIZE.height + 14);
}
