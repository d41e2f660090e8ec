import { useMemo, useState } from 'react';
import { quietLink, visuallyHidden } from '../../../../../styles/text.css.ts';
import { Missing } from '../text/missing.tsx';
import * as css from './topology.css.ts';
import { isTroubleTone, NODE_KINDS } from './topology-node.tsx';
import type { TopologyDrop, TopologyNode, TopologyPipe } from './types.ts';

type TopologyTableProps = {
  nodes: readonly TopologyNode[];
  links: readonly TopologyPipe[];
  drops: readonly TopologyDrop[];
  /** Without a drawing it is all there is. */
  isOpen: boolean;
};

/** The same as the drawing. Its rows are as many as the drawing's nodes, so they are made once it is opened. */
export function TopologyTable({ isOpen, ...facts }: TopologyTableProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details
      className={css.twin}
      open={isOpen}
      onToggle={({ currentTarget }) => setShown(currentTarget.open)}
    >
      <summary>Show as table</summary>
      {(isOpen || isShown) && <Rows {...facts} />}
    </details>
  );
}

function Rows({ nodes, links, drops }: Omit<TopologyTableProps, 'isOpen'>) {
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const droppedBy = useMemo(() => new Map(drops.map((drop) => [drop.at, drop.text])), [drops]);
  const renderEnd = (id: string) => {
    const node = byId.get(id);
    if (!node) return null;
    const facts = [
      isTroubleTone(node.health.tone) ? node.health.label : '',
      node.mark && node.mark.fate !== 'waiting' ? node.mark.text : '',
    ];
    return (
      <>
        <a className={quietLink} href={node.href}>
          {node.name}
        </a>
        <span className={visuallyHidden}> ({NODE_KINDS[node.column]})</span>
        {facts.filter((fact) => fact !== '').map((fact) => `, ${fact}`)}
      </>
    );
  };
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className="figure">
              Now
            </th>
            <th scope="col">Dropped or waiting</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={`${link.from} ${link.to}`}>
              <th scope="row">{renderEnd(link.from)}</th>
              <td>{renderEnd(link.to)}</td>
              <td className="figure">{link.text}</td>
              <td>{link.waiting?.text ?? droppedBy.get(link.from) ?? <Missing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
