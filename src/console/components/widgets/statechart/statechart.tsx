import { type Ref, useId, useMemo } from 'react';
import { StatusShape } from '../icons/status-shape.tsx';
import { useTextScale } from '../text/text-scale.ts';
import { buildEdgePath, NODE_HEIGHT, NODE_WIDTH, planChart } from './layout.ts';
import * as css from './statechart.css.ts';
import type { ChartEdge, ChartNode } from './types.ts';

type StatechartProps = {
  label: string;
  nodes: readonly ChartNode[];
  edges: readonly ChartEdge[];
  currentId: string;
  chosenId: string;
  onChoose: (id: string) => void;
  chosenRef?: Ref<HTMLInputElement> | undefined;
};

/** Each state is a radio button. */
export function Statechart({
  label,
  nodes,
  edges,
  currentId,
  chosenId,
  onChoose,
  chosenRef,
}: StatechartProps) {
  const plan = useMemo(() => planChart(nodes, edges), [nodes, edges]);
  // It grows with the browser's text.
  const scale = useTextScale();
  const [width, height] = [plan.width * scale, plan.height * scale];
  const name = useId();
  const chosen = edges.filter(({ from }) => from === chosenId);
  const others = edges.filter(({ from }) => from !== chosenId);
  const arrow = (isChosen: boolean) => `${name}-${isChosen ? 'chosen' : 'other'}`;
  const way = (edge: ChartEdge, isChosen: boolean) => (
    <path
      key={`${edge.from}>${edge.to}`}
      d={buildEdgePath(plan, edge)}
      className={isChosen ? css.chosenWay : css.way}
      markerEnd={`url(#${CSS.escape(arrow(isChosen))})`}
    />
  );
  return (
    <div className={css.scroller}>
      <fieldset className={css.chart} style={{ width, height }}>
        <legend className={css.legend}>{label}</legend>
        <svg
          className={css.ways}
          width={width}
          height={height}
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          aria-hidden="true"
        >
          <defs>
            {[false, true].map((isChosen) => (
              <marker
                key={String(isChosen)}
                id={arrow(isChosen)}
                viewBox="0 0 8 8"
                refX="5"
                refY="4"
                markerUnits="userSpaceOnUse"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
              >
                <path d="M0,.8 L7,4 L0,7.2z" className={isChosen ? css.chosenHead : css.head} />
              </marker>
            ))}
          </defs>
          {others.map((edge) => way(edge, false))}
          {chosen.map((edge) => way(edge, true))}
        </svg>
        {nodes.map(({ id, label: text, shape, tone }) => (
          <label
            key={id}
            className={id === currentId ? `${css.state} ${css.current}` : css.state}
            style={{
              left: (plan.places[id]?.x ?? 0) * scale,
              top: (plan.places[id]?.y ?? 0) * scale,
              width: NODE_WIDTH * scale,
              height: NODE_HEIGHT * scale,
            }}
          >
            <input
              ref={id === chosenId ? chosenRef : undefined}
              type="radio"
              name={name}
              value={id}
              checked={id === chosenId}
              onChange={() => onChoose(id)}
              className={css.radio}
              aria-label={id === currentId ? `${text}, now` : text}
            />
            <StatusShape shape={shape} tone={tone} />
            {text}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
