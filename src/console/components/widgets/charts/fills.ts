import { type ChartSeries, type ChartTexture, getSeriesLook } from '../../../../charts/types.ts';

const SVG = 'http://www.w3.org/2000/svg';
const CELL_PX = 6;

const PATHS: Record<ChartTexture, string> = {
  hatch: `M0 ${CELL_PX}L${CELL_PX} 0`,
  bars: `M${CELL_PX / 2} 0V${CELL_PX}`,
  dots: 'M1 1h1.5M4 4h1.5',
};

function createElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Ids are unique in the page. */
let made = 0;

/** Patterns that distinguish stacked areas without color. */
export function createFills() {
  made += 1;
  const prefix = `chart-fill-${made}`;
  const patterns = new Map<string, SVGElement>();
  return {
    of: (series: Pick<ChartSeries, 'tone' | 'variant' | 'texture'>) => {
      const { stroke } = getSeriesLook(series);
      if (!series.texture) return { fill: stroke, fillOpacity: 0.3 };
      const id = `${prefix}-${series.texture}-${series.tone}`;
      const size = String(CELL_PX);
      const pattern = createElement('pattern', {
        id,
        width: size,
        height: size,
        patternUnits: 'userSpaceOnUse',
      });
      pattern.append(createElement('path', { d: PATHS[series.texture], stroke, 'stroke-opacity': '0.6' }));
      patterns.set(id, pattern);
      return { fill: `url(#${id})` };
    },
    appendTo: (svg: SVGSVGElement): void => {
      if (patterns.size === 0) return;
      const defs = createElement('defs', {});
      defs.append(...patterns.values());
      svg.prepend(defs);
    },
  };
}
