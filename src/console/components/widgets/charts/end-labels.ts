import { CHART_UNITS, type ChartUnit } from '../../../../charts/chart-unit.ts';
import { findLastValue } from '../../../../charts/series-data.ts';
import { type ChartSeries, getSeriesLook } from '../../../../charts/types.ts';

/** `level`: its end in the drawing. */
type EndLabel = { name: string; figure: string; level: number; stroke: string };

export type EndLabels = { rows: EndLabel[]; fontSize: number; width: number };

type Room = {
  series: readonly ChartSeries[];
  /** As drawn. */
  placed: readonly ChartSeries[];
  unit: ChartUnit;
  openSince: number | undefined;
  width: number;
  height: number;
  fontSize: number;
};

const GLYPH_WIDTH = 0.6;
const MOST_GLYPHS = 16;
/** Share of the width; more would squeeze the lines. */
const MOST_SHARE = 0.24;
const LINES_PER_LABEL = 2.5;

/** Name and last value at the end of each line; undefined if they do not all fit. */
export function placeEndLabels(room: Room): EndLabels | undefined {
  const { series, placed, unit, openSince, width, height, fontSize } = room;
  const rows = series.flatMap((one, index) => {
    const value = findLastValue(one, openSince);
    if (value === null) return [];
    return [
      {
        name: one.label,
        figure: CHART_UNITS[unit].short(value),
        level: findLastValue(placed[index] ?? one, openSince) ?? value,
        stroke: getSeriesLook(one).stroke,
      },
    ];
  });
  const glyphs = Math.max(...rows.map((row) => Math.max(row.name.length, row.figure.length)));
  const wanted = glyphs * fontSize * GLYPH_WIDTH + 26;
  const hasRoom =
    rows.length === series.length &&
    glyphs <= MOST_GLYPHS &&
    wanted <= width * MOST_SHARE &&
    rows.length * fontSize * LINES_PER_LABEL <= height * 0.8;
  return hasRoom ? { rows, fontSize, width: wanted } : undefined;
}

/** Moves sorted positions at least `gap` apart, within `from` to `to`. */
export function spread(wanted: readonly number[], gap: number, from: number, to: number): number[] {
  const placed: number[] = [];
  for (const position of wanted) {
    const former = placed.at(-1);
    placed.push(Math.max(position, former === undefined ? from : former + gap));
  }
  let limit = to;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? 0, limit);
    limit = (placed[index] ?? 0) - gap;
  }
  return placed;
}

const SVG = 'http://www.w3.org/2000/svg';

function createTextElement(
  x: number,
  y: number,
  words: string,
  attributes: Record<string, string>,
): SVGTextElement {
  const text = document.createElementNS(SVG, 'text');
  const all = { x: String(x), y: String(y), 'text-anchor': 'start', ...attributes };
  for (const [name, value] of Object.entries(all)) text.setAttribute(name, value);
  text.textContent = words;
  return text;
}

type Place = { x: number; yOf: (value: number) => number; top: number; bottom: number };

export function appendEndLabels(svg: SVGSVGElement, labels: EndLabels, place: Place): void {
  const { fontSize } = labels;
  const rows = labels.rows.toSorted((a, b) => place.yOf(a.level) - place.yOf(b.level));
  const positions = spread(
    rows.map((row) => place.yOf(row.level)),
    fontSize * LINES_PER_LABEL,
    place.top + fontSize * 0.6,
    place.bottom - fontSize * 1.2,
  );
  rows.forEach((row, index) => {
    const y = positions[index] ?? 0;
    svg.append(
      createTextElement(place.x, y, row.name, {
        fill: row.stroke,
        'font-family': 'var(--sans)',
        'font-size': String(fontSize),
        'font-weight': '500',
      }),
      createTextElement(place.x, y + fontSize * 1.2, row.figure, {
        fill: 'var(--tx-3)',
        'font-family': 'var(--mono)',
        'font-size': String(fontSize * 0.92),
      }),
    );
  });
}
