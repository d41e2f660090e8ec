import { type ChartSeries, getSeriesLook } from '../../../../charts/types.ts';

const SCALE = 2;
const PADDING = 16;
const HEAD = 56;

type Paint = { fill: string; stroke: string; width: number; dash: number[]; alpha: number };

const isPaint = (value: string) => value !== '' && value !== 'none' && value !== 'rgba(0, 0, 0, 0)';

/** Computed styles, which resolve the theme's tokens. */
function readPaint(element: Element): Paint & { style: CSSStyleDeclaration } {
  const style = getComputedStyle(element);
  return {
    style,
    fill: style.fill,
    stroke: style.stroke,
    width: Number.parseFloat(style.strokeWidth) || 1,
    dash: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
    alpha: Number.parseFloat(style.opacity || '1'),
  };
}

function toPath(element: Element): Path2D | undefined {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  if (element instanceof SVGPathElement) return new Path2D(element.getAttribute('d') ?? '');
  const path = new Path2D();
  if (element instanceof SVGLineElement) {
    path.moveTo(number('x1'), number('y1'));
    path.lineTo(number('x2'), number('y2'));
    return path;
  }
  if (element instanceof SVGCircleElement) {
    path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
    return path;
  }
  return undefined;
}

function drawText(context: CanvasRenderingContext2D, text: SVGTextElement): void {
  if (!text.textContent) return;
  const { style, fill, alpha } = readPaint(text);
  const at = text.getStartPositionOfChar(0);
  context.globalAlpha = alpha * Number.parseFloat(style.fillOpacity || '1');
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = fill;
  context.fillText(text.textContent, at.x, at.y);
}

function drawShape(context: CanvasRenderingContext2D, element: Element): void {
  const shape = toPath(element);
  if (!shape) return;
  const { style, fill, stroke, width, dash, alpha } = readPaint(element);
  if (isPaint(fill) && !(element instanceof SVGLineElement)) {
    context.globalAlpha = alpha * Number.parseFloat(style.fillOpacity || '1');
    context.fillStyle = fill;
    context.fill(shape);
  }
  if (!isPaint(stroke)) return;
  context.globalAlpha = alpha * Number.parseFloat(style.strokeOpacity || '1');
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.setLineDash(dash);
  context.stroke(shape);
}

/** Uses the page's fonts and colors; loads nothing. */
function drawSvg(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  for (const element of svg.querySelectorAll('path, line, circle, text')) {
    if (!(element instanceof SVGGraphicsElement)) continue;
    const place = element.getCTM();
    if (!place) continue;
    context.save();
    context.transform(place.a, place.b, place.c, place.d, place.e, place.f);
    if (element instanceof SVGTextElement) drawText(context, element);
    else drawShape(context, element);
    context.restore();
  }
}

type Head = { title: string; note: string; series: readonly ChartSeries[] };

function drawHead(context: CanvasRenderingContext2D, root: CSSStyleDeclaration, head: Head): void {
  const token = (name: string) => root.getPropertyValue(name).trim();
  const sans = token('--sans');
  context.fillStyle = token('--tx-1');
  context.font = `600 14px ${sans}`;
  context.fillText(head.title, PADDING, 24);
  const noteAt = PADDING + context.measureText(head.title).width + 8;
  context.font = `400 12px ${sans}`;
  context.fillStyle = token('--tx-3');
  context.fillText(head.note, noteAt, 24);
  let x = PADDING;
  for (const one of head.series) {
    const look = getSeriesLook(one);
    context.strokeStyle = token(look.stroke.slice('var('.length, -1));
    context.lineWidth = 2;
    context.setLineDash(look.dash.split(' ').filter(Boolean).map(Number));
    context.beginPath();
    context.moveTo(x, 42);
    context.lineTo(x + 18, 42);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = token('--tx-2');
    context.fillText(one.label, x + 24, 46);
    x += 24 + context.measureText(one.label).width + 16;
  }
}

/** Double size, in the current theme. */
export async function renderChartPng(svg: SVGSVGElement, head: Head): Promise<Blob> {
  await document.fonts.ready;
  const { width, height } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = (height + HEAD) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gave no canvas to draw on');
  const root = getComputedStyle(document.documentElement);
  context.scale(SCALE, SCALE);
  context.fillStyle = root.getPropertyValue('--bg-raised').trim();
  context.fillRect(0, 0, width, height + HEAD);
  drawHead(context, root, head);
  context.translate(0, HEAD);
  drawSvg(context, svg);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))),
      'image/png',
    );
  });
}
