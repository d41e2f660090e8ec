import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNear } from '../lazy/use-near.ts';
import { useTextScale } from '../text/text-scale.ts';
import { type ChartPicture, type DrawnChart, drawChart } from './draw-chart.ts';

type Size = { width: number; height: number };

const measureSize = (element: HTMLElement): Size => ({
  width: element.clientWidth,
  height: element.clientHeight,
});

const isSameSize = (a: Size | undefined, b: Size) => a?.width === b.width && a.height === b.height;

/** CSS pixels. */
function useSize(frame: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const next = measureSize(element);
      setSize((former) => (isSameSize(former, next) ? former : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

type Options = Omit<ChartPicture, 'width' | 'height' | 'textScale'>;

/**
 * Draws into `holder` once it is near, and again only when values or size change. The previous drawing stays until
 * the next is ready, so a refresh does not flicker.
 */
export function useDrawing(
  frame: RefObject<HTMLElement | null>,
  holder: RefObject<HTMLElement | null>,
  { series, unit, openSince, limits, spans }: Options,
): { drawn: DrawnChart | undefined; error: Error | undefined } {
  const size = useSize(frame);
  const isNear = useNear(frame);
  const textScale = useTextScale();
  const [state, setState] = useState<{ drawn?: DrawnChart; error?: Error }>({});
  const run = useRef(0);
  useEffect(() => {
    if (!isNear || !size || size.width === 0 || size.height === 0) return;
    run.current += 1;
    const own = run.current;
    drawChart({ series, unit, openSince, limits, spans, textScale, ...size }).then(
      (drawn) => {
        if (own !== run.current) return;
        holder.current?.replaceChildren(drawn.svg);
        setState({ drawn });
      },
      (error: unknown) => setState({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      run.current += 1;
    };
  }, [series, unit, openSince, limits, spans, textScale, size, isNear, holder]);
  return { drawn: state.drawn, error: state.error };
}
