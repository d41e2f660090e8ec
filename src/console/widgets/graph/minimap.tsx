import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { Viewport } from './canvas/use-viewport.ts';
import { contains, shownPart } from './canvas/view-math.ts';
import type { GraphMeasures } from './layout/measures.ts';
import * as css from './minimap.css.ts';
import type { GraphLayout, GraphNodeView } from './types.ts';

/** Sides of the map in px; the graph keeps its shape inside. */
const LARGEST = { width: 168, height: 112 };
const PADDING = 0.04;

type Tone = 'plain' | 'quiet' | 'path' | 'found' | 'err' | 'open';
/** What is drawn last lies on top. */
const TONES: readonly Tone[] = ['quiet', 'plain', 'path', 'err', 'found', 'open'];

type MinimapProps = {
  nodes: readonly GraphNodeView[];
  layout: GraphLayout;
  measures: GraphMeasures;
  viewport: Viewport;
  openId: string | undefined;
  steps: ReadonlyMap<string, number>;
  matched: ReadonlySet<string> | undefined;
  /** A person asked for it: it stays also while the whole graph is in sight. */
  isWanted: boolean;
};

function toneOf(node: GraphNodeView, { openId, steps, matched }: MinimapProps): Tone {
  if (node.id === openId) return 'open';
  if (matched) return matched.has(node.id) ? 'found' : 'quiet';
  if (node.errors || node.problem) return 'err';
  return steps.has(node.id) ? 'path' : 'plain';
}

/** The whole graph in small with the part that is in sight; a press or a drag shows what lies there. */
export function Minimap(props: MinimapProps) {
  const { nodes, layout, measures, viewport, isWanted } = props;
  const shownRef = useRef<HTMLDivElement>(null);
  const mapRef = useRef<HTMLDivElement>(null);
  const { store, frameSize, centre } = viewport;
  const [padX, padY] = [layout.width * PADDING, layout.height * PADDING];
  const [width, height] = [layout.width + 2 * padX, layout.height + 2 * padY];
  const scale = Math.min(LARGEST.width / Math.max(1, width), LARGEST.height / Math.max(1, height));

  // One path per tone: a map of a thousand nodes is six elements.
  const paths = useMemo(() => {
    const drawn = new Map<Tone, string>();
    for (const node of nodes) {
      const at = layout.nodes[node.id];
      if (!at) continue;
      const tone = toneOf(node, props);
      const box = `M${at.x} ${at.y}h${measures.width}v${measures.height}h${-measures.width}z`;
      drawn.set(tone, (drawn.get(tone) ?? '') + box);
    }
    return drawn;
  }, [nodes, layout, measures, props]);

  useLayoutEffect(() => {
    const write = () => {
      const [box, rect] = [shownPart(store.get(), frameSize()), shownRef.current];
      if (!rect) return;
      const place = { x: (box.left - layout.left + padX) * scale, y: (box.top - layout.top + padY) * scale };
      // Only its place changes while the view is dragged: nothing is painted again for that.
      rect.style.transform = `translate(${place.x}px, ${place.y}px)`;
      const [across, down] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
      rect.style.width = `${across.toFixed(1)}px`;
      rect.style.height = `${down.toFixed(1)}px`;
      const all = {
        left: layout.left,
        top: layout.top,
        right: layout.left + layout.width,
        bottom: layout.top + layout.height,
      };
      const isSpare = !isWanted && contains(box, all);
      if (mapRef.current?.hasAttribute('data-spare') !== isSpare)
        mapRef.current?.toggleAttribute('data-spare', isSpare);
    };
    write();
    return store.subscribe(write);
  }, [store, frameSize, layout, isWanted, padX, padY, scale]);

  const go = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    centre(
      layout.left - padX + (event.clientX - box.left) / scale,
      layout.top - padY + (event.clientY - box.top) / scale,
    );
  };
  return (
    <div ref={mapRef} className={css.map} data-own-pointer="">
      <svg
        aria-hidden="true"
        width={width * scale}
        height={height * scale}
        viewBox={`${layout.left - padX} ${layout.top - padY} ${width} ${height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && go(event)}
      >
        {TONES.map((tone) => (
          <path key={tone} className={css.nodes} data-tone={tone} d={paths.get(tone)} />
        ))}
      </svg>
      <div ref={shownRef} className={css.shown} />
    </div>
  );
}
