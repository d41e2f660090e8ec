import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { KeySequence } from '../keys/key-chip.tsx';
import type { Viewport } from './canvas/use-viewport.ts';
import { type Box, computeShownPart } from './canvas/view-math.ts';
import type { GraphMeasures } from './layout/measures.ts';
import * as css from './minimap.css.ts';
import type { DiffMark, GraphDiff, GraphLayout, GraphNodeView } from './types.ts';

/** Maximum size in px. */
const LARGEST = { width: 168, height: 112 };
const PADDING = 0.04;
/** Px, so that a graph of one row leaves space for the frame. */
const LOWEST = 44;

function computePicture(layout: GraphLayout) {
  const padX = layout.width * PADDING;
  const width = layout.width + 2 * padX;
  const least = layout.height * (1 + 2 * PADDING);
  const scale = Math.min(LARGEST.width / Math.max(1, width), LARGEST.height / Math.max(1, least));
  const height = Math.max(least, LOWEST / scale);
  return { width, height, padX, padY: (height - layout.height) / 2, scale };
}

type Tone = 'plain' | 'quiet' | 'path' | 'found' | 'err' | 'open' | DiffMark;
/** Later tones are painted on top. */
const TONES: readonly Tone[] = [
  'quiet',
  'plain',
  'path',
  'changed',
  'removed',
  'added',
  'err',
  'found',
  'open',
];

type Facts = { nodes: readonly GraphNodeView[]; layout: GraphLayout; measures: GraphMeasures };
type MinimapProps = Facts & {
  viewport: Viewport;
  openId: string | undefined;
  steps: ReadonlyMap<string, number>;
  matched: ReadonlySet<string> | undefined;
  diff: GraphDiff | undefined;
  fitKey: string | undefined;
};

function getMapTone(node: GraphNodeView, { openId, steps, matched, diff }: MinimapProps): Tone {
  if (node.id === openId) return 'open';
  if (diff) return diff.nodes[node.id] ?? 'quiet';
  if (matched) return matched.has(node.id) ? 'found' : 'quiet';
  if (node.errors || node.problem) return 'err';
  return steps.has(node.id) ? 'path' : 'plain';
}

/** At least half visible. */
function countInSight({ nodes, layout, measures }: Facts, sight: Box): number {
  let count = 0;
  for (const { id } of nodes) {
    const at = layout.nodes[id];
    if (!at) continue;
    const [x, y] = [at.x + measures.width / 2, at.y + measures.height / 2];
    if (x > sight.left && x < sight.right && y > sight.top && y < sight.bottom) count += 1;
  }
  return count;
}

/** Press or drag to move there. */
export function Minimap(props: MinimapProps) {
  const { nodes, layout, measures, viewport, fitKey } = props;
  const shownRef = useRef<HTMLDivElement>(null);
  const countRef = useRef<HTMLSpanElement>(null);
  const { store, frameSize, centre } = viewport;
  const { width, height, padX, padY, scale } = computePicture(layout);

  // One path per tone keeps the map small.
  const paths = useMemo(() => {
    const drawn = new Map<Tone, string>();
    for (const node of nodes) {
      const at = layout.nodes[node.id];
      if (!at) continue;
      const tone = getMapTone(node, props);
      const box = `M${at.x} ${at.y}h${measures.width}v${measures.height}h${-measures.width}z`;
      drawn.set(tone, (drawn.get(tone) ?? '') + box);
    }
    return drawn;
  }, [nodes, layout, measures, props]);

  useLayoutEffect(() => {
    const write = () => {
      const [box, rect] = [computeShownPart(store.get(), frameSize()), shownRef.current];
      if (!rect) return;
      const place = { x: (box.left - layout.left + padX) * scale, y: (box.top - layout.top + padY) * scale };
      // Only the transform changes while dragging, so nothing is repainted.
      rect.style.transform = `translate(${place.x}px, ${place.y}px)`;
      const [across, down] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
      rect.style.width = `${across.toFixed(1)}px`;
      rect.style.height = `${down.toFixed(1)}px`;
      const text = `${countInSight({ nodes, layout, measures }, box)} of ${nodes.length}`;
      if (countRef.current && countRef.current.textContent !== text) countRef.current.textContent = text;
    };
    write();
    return store.subscribe(write);
  }, [store, frameSize, nodes, layout, measures, padX, padY, scale]);

  const go = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    centre(
      layout.left - padX + (event.clientX - box.left) / scale,
      layout.top - padY + (event.clientY - box.top) / scale,
    );
  };
  return (
    <div className={css.map} data-own-pointer="">
      <div className={css.picture}>
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
      <p className={css.caption}>
        <span>
          <span ref={countRef} className={css.count} /> in sight
        </span>
        {fitKey && (
          <span className={css.fit}>
            <KeySequence binding={fitKey} /> Fit
          </span>
        )}
      </p>
    </div>
  );
}
