import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { quietLink, tone as toneClass, visuallyHidden } from '../../../../../styles/text.css.ts';
import { formatBytes, formatFigure } from '../../../lib/format.ts';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';
import * as css from './topology.css.ts';
import {
  findTopologyNeighbour,
  placeTopology,
  type TopologyColumn,
  type TopologyLink,
} from './topology-layout.ts';

export type TopologyNode = {
  id: string;
  column: TopologyColumn;
  name: string;
  href: string;
  /** Bytes taken in; for a destination, bytes received. */
  bytes: number;
  health: { label: string; shape: ShapeName; tone: Tone };
};

type TopologyProps = {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
  summary: string;
  /** Called for plain clicks only; modified clicks (new tab) are left to the browser. */
  onFollow: (href: string) => void;
};

const COLUMNS = ['Sources', 'Pipelines', 'Destinations'] as const;
const KINDS = ['Source', 'Pipeline', 'Destination'] as const;
const isTrouble = (tone: Tone): boolean => tone === 'warn' || tone === 'err';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function NodeLink({
  node,
  isStop,
  onFollow,
  onFocus,
}: {
  node: TopologyNode;
  isStop: boolean;
  onFollow: (href: string) => void;
  onFocus: () => void;
}) {
  const { label, shape, tone } = node.health;
  const volume = formatFigure(formatBytes(node.bytes));
  return (
    <a
      href={node.href}
      className={css.node}
      data-column={node.column}
      data-tone={isTrouble(tone) ? tone : undefined}
      data-node={node.id}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow(node.href);
      }}
    >
      <span className={visuallyHidden}>{KINDS[node.column]}</span>
      <StatusShape shape={shape} tone={tone} />
      <span className={css.name}>{node.name}</span>
      {!isTrouble(tone) && <span className={visuallyHidden}>{label}</span>}
      <span className={css.facts}>
        {isTrouble(tone) && <span className={toneClass[tone]}>{label}</span>}
        <span className={css.volume}>{volume}</span>
      </span>
    </a>
  );
}

/** The site's data flow, with edges by volume and arrow-key navigation, also as a table. */
export function Topology({ nodes, links, summary, onFollow }: TopologyProps) {
  const placed = useMemo(() => placeTopology(nodes, links), [nodes, links]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const [stop, setStop] = useState<string>();
  const drawing = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  const stopId = stop !== undefined && byId.has(stop) ? stop : placed.columns.flat()[0];
  const walk = (event: KeyboardEvent) => {
    const next = stopId === undefined ? undefined : findTopologyNeighbour(placed, stopId, event.key);
    if (next === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    drawing.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  const pathOf = ({ from, fromY, toY }: (typeof placed.links)[number]) => {
    const start = byId.get(from)?.column === 0 ? css.COLUMN : 2 * css.COLUMN + css.ROOM;
    const [x1, x2, mid] = [start * 10, (start + css.ROOM) * 10, (start + css.ROOM / 2) * 10];
    return `M${x1} ${fromY}C${mid} ${fromY} ${mid} ${toY} ${x2} ${toY}`;
  };
  const toneOf = ({ from, to }: TopologyLink) =>
    [from, to].map((id) => byId.get(id)?.health.tone).find((tone) => tone !== undefined && isTrouble(tone));
  return (
    <>
      <p id={summaryId} className={css.summary}>
        {summary}
      </p>
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
          {placed.links.map((link) => (
            <g key={`${link.from} ${link.to}`}>
              <path
                className={css.pipe}
                d={pathOf(link)}
                data-tone={toneOf(link)}
                data-empty={link.bytes === 0 || undefined}
                vectorEffect="non-scaling-stroke"
                style={{ strokeWidth: link.width }}
              />
              {link.bytes > 0 && (
                <path className={css.flow} d={pathOf(link)} vectorEffect="non-scaling-stroke" />
              )}
            </g>
          ))}
        </svg>
        <div className={css.columns}>
          {placed.columns.map((ids, column) => (
            <ul key={COLUMNS[column]} className={css.column} aria-label={COLUMNS[column]}>
              {ids.map((id) => {
                const node = byId.get(id);
                return (
                  node && (
                    <li key={id}>
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
      <TopologyTable byId={byId} links={links} />
    </>
  );
}

function TopologyTable({
  byId,
  links,
}: {
  byId: ReadonlyMap<string, TopologyNode>;
  links: readonly TopologyLink[];
}) {
  const end = (id: string) => {
    const node = byId.get(id);
    if (!node) return null;
    return (
      <>
        <a className={quietLink} href={node.href}>
          {node.name}
        </a>
        <span className={visuallyHidden}> ({KINDS[node.column]})</span>
        {isTrouble(node.health.tone) && `, ${node.health.label}`}
      </>
    );
  };
  return (
    <details className={css.twin}>
      <summary>Show as table</summary>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className="figure">
                Data
              </th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={`${link.from} ${link.to}`}>
                <th scope="row">{end(link.from)}</th>
                <td>{end(link.to)}</td>
                <td className="figure">{formatFigure(formatBytes(link.bytes))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
