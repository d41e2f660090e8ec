import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { useWidth } from '../use-width.ts';
import * as css from './topology.css.ts';
import { findTopologyNeighbour, type PlacedLink, placeTopology } from './topology-layout.ts';
import { NodeLink } from './topology-node.tsx';
import { TopologyTable } from './topology-table.tsx';
import type { TopologyDrop, TopologyNode, TopologyPipe } from './types.ts';

type TopologyProps = {
  nodes: readonly TopologyNode[];
  links: readonly TopologyPipe[];
  drops?: readonly TopologyDrop[];
  summary: string;
  /** Called for plain clicks only; modified clicks (new tab) are left to the browser. */
  onFollow: (href: string) => void;
};

const COLUMNS = ['Sources', 'Pipelines', 'Destinations'] as const;
/** Px; narrower cards have no space for names, and the table shows everything. */
const DRAWN_FROM = 600;
const NO_DROPS: readonly TopologyDrop[] = [];

const makeKey = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
/** Percent from the left: start and end of edges to the second and third column. */
const computeSpan = (column: number) =>
  column === 0 ? [css.EDGES[1], css.EDGES[2]] : [css.EDGES[3], css.EDGES[4]];

/** The site's data flow, with edges by rate and arrow-key navigation, also as a table. */
export function Topology({ nodes, links, drops = NO_DROPS, summary, onFollow }: TopologyProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isDrawn = useWidth(frame) >= DRAWN_FROM;
  const summaryId = useId();
  return (
    <div ref={frame} className={css.frame}>
      <p id={summaryId} className={isDrawn ? visuallyHidden : css.summary}>
        {summary}
      </p>
      {isDrawn && (
        <Drawing nodes={nodes} links={links} drops={drops} summaryId={summaryId} onFollow={onFollow} />
      )}
      <TopologyTable nodes={nodes} links={links} drops={drops} isOpen={!isDrawn} />
    </div>
  );
}

type DrawingProps = Required<Omit<TopologyProps, 'summary'>> & { summaryId: string };

function Drawing({ nodes, links, drops, summaryId, onFollow }: DrawingProps) {
  const placed = useMemo(() => placeTopology(nodes, links, drops), [nodes, links, drops]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const pipes = useMemo(() => new Map(links.map((link) => [makeKey(link), link])), [links]);
  const [stop, setStop] = useState<string>();
  const drawing = useRef<HTMLDivElement>(null);
  const stopId = stop !== undefined && byId.has(stop) ? stop : placed.columns.flat()[0];
  const walk = (event: KeyboardEvent) => {
    const next = stopId === undefined ? undefined : findTopologyNeighbour(placed, stopId, event.key);
    if (next === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    drawing.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  const drawPath = ({ from, fromY, toY }: PlacedLink) => {
    const [x1 = 0, x2 = 0] = computeSpan(byId.get(from)?.column ?? 0).map((percent) => percent * 10);
    const mid = (x1 + x2) / 2;
    return `M${x1} ${fromY}C${mid} ${fromY} ${mid} ${toY} ${x2} ${toY}`;
  };
  const stubLeft = `${css.EDGES[3]}%`;
  return (
    <>
      <div className={css.heads} aria-hidden="true">
        {COLUMNS.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <div
        ref={drawing}
        role="group"
        aria-label="Map of the site"
        aria-describedby={summaryId}
        className={css.drawing}
        style={{ height: placed.height }}
        onKeyDown={walk}
      >
        <svg
          className={css.pipes}
          viewBox={`0 0 1000 ${placed.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {placed.links.map((link) => {
            const waiting = pipes.get(makeKey(link))?.waiting;
            return (
              <g key={makeKey(link)}>
                <path
                  className={css.pipe}
                  d={drawPath(link)}
                  data-empty={(link.bytes === 0 && !waiting) || undefined}
                  data-waiting={waiting ? '' : undefined}
                  vectorEffect="non-scaling-stroke"
                  style={{ strokeWidth: waiting ? Math.max(link.width, 8) : link.width }}
                />
                {link.bytes > 0 && !waiting?.isBlocked && (
                  <path className={css.flow} d={drawPath(link)} vectorEffect="non-scaling-stroke" />
                )}
              </g>
            );
          })}
        </svg>
        <div aria-hidden="true">
          {placed.stubs.map(({ at, y, width, isAbove }) => (
            <div key={at}>
              <div className={css.stub} style={{ left: stubLeft, top: y - width / 2, height: width }} />
              <span
                className={css.stubLabel}
                style={{ left: `calc(${stubLeft} + 48px)`, top: isAbove ? y - 11 : y - 4 }}
              >
                {drops.find((drop) => drop.at === at)?.text}
              </span>
            </div>
          ))}
          {placed.links.map((link) => {
            const waiting = pipes.get(makeKey(link))?.waiting;
            if (!waiting?.isBlocked) return null;
            return (
              <div
                key={makeKey(link)}
                className={css.block}
                style={{ left: `calc(${css.EDGES[4]}% - 8px)`, top: link.toY - 9 }}
              />
            );
          })}
        </div>
        <div className={css.columns}>
          {placed.columns.map((ids, column) => (
            <ul key={COLUMNS[column]} className={css.column} aria-label={COLUMNS[column]}>
              {ids.map((id) => {
                const node = byId.get(id);
                return (
                  node && (
                    <li key={id} className={css.place}>
                      <NodeLink
                        node={node}
                        isStop={id === stopId}
                        onFollow={onFollow}
                        onFocus={() => setStop(id)}
                      />
                    </li>
                  )
                );
              })}
            </ul>
          ))}
        </div>
      </div>
    </>
  );
}
