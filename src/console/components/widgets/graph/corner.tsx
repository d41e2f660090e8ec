import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../actions/button.tsx';
import type { Viewport } from './canvas/use-viewport.ts';
import * as css from './graph.css.ts';
import { type ViewKeys, ZOOM_STEP } from './types.ts';

type CornerProps = {
  viewport: Viewport;
  legend: ReactNode;
  isMapShown: boolean;
  onToggleMap: () => void;
  keys: ViewKeys;
};

export function Corner({ viewport, legend, isMapShown, onToggleMap, keys }: CornerProps) {
  const { store, zoom, fitAll } = viewport;
  const scaleRef = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      const text = `${Math.round(store.get().scale * 100)}%`;
      if (scaleRef.current && scaleRef.current.textContent !== text) scaleRef.current.textContent = text;
    };
    write();
    return store.subscribe(write);
  }, [store]);
  const look = { size: 'small', variant: 'ghost' } as const;
  return (
    <div className={css.corner} data-own-pointer="">
      {legend && <span className={css.legend}>{legend}</span>}
      <span className={css.zoomGroup}>
        <span ref={scaleRef} className={css.zoom} />
        <IconButton
          icon="minus"
          label="Zoom out"
          keys={keys.zoomOut}
          {...look}
          onClick={() => zoom(1 / ZOOM_STEP)}
        />
        <IconButton
          icon="plus"
          label="Zoom in"
          keys={keys.zoomIn}
          {...look}
          onClick={() => zoom(ZOOM_STEP)}
        />
        <IconButton icon="fit" label="Fit" keys={keys.fit} {...look} onClick={fitAll} />
        <IconButton
          icon="map"
          label="Map"
          keys={keys.map}
          {...look}
          aria-pressed={isMapShown}
          onClick={onToggleMap}
        />
      </span>
    </div>
  );
}
