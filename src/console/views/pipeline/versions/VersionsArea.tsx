import { type ReactNode, useRef } from 'react';
import { formatVersionLabel } from '../../../../../machines/displayed-version/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { CompareGraph } from '../../../components/version-changes/CompareGraph.tsx';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import { useCanvas } from '../graph/use-canvas.ts';
import { ComparePanel } from './ComparePanel.tsx';
import type { Compared, Side } from './compare-address.ts';
import { DataDifference } from './DataDifference.tsx';
import { HistoryList, type VersionList } from './HistoryList.tsx';
import { useCompared } from './use-compared.ts';
import type { History } from './use-history.ts';
import * as css from './versions.css.ts';

type Named = readonly { version: number; name: string }[];

const formatSide = (side: Side, versions: Named): string =>
  side === 'draft' ? 'Draft' : formatVersionLabel(side, versions.find((one) => one.version === side)?.name);

type VersionsAreaProps = {
  pipeline: Pipeline;
  draft: Draft;
  list: VersionList;
  shownVersion: number;
  templates: readonly Template[];
  isOutline: boolean;
  history: History;
};

function Comparison({ compared, ...props }: VersionsAreaProps & { compared: Compared }) {
  const { pipeline, draft, list, templates, isOutline, history } = props;
  const graph = useRef<GraphHandle>(null);
  const viewKeys = useCanvas(graph, !isOutline);
  const state = useCompared(pipeline, compared, draft);
  const { versions } = list;
  const title = `${formatSide(compared.from, versions)} → ${formatSide(compared.to, versions)}`;
  const open = (key: string) => graph.current?.focus(state.union?.draft.nodes[key] ? key : key.split('>')[1]);
  return (
    <div className={css.comparison} data-command-scope="pipeline.canvas">
      <CompareGraph
        title={title}
        union={state.union}
        templates={templates}
        isOutline={isOutline}
        handle={graph}
        viewKeys={viewKeys}
        onOpen={open}
      />
      <Panel label="Comparison" onEscape={history.endCompare}>
        <ComparePanel
          title={title}
          compared={compared}
          state={state}
          templates={templates}
          onOpen={open}
          onBack={history.endCompare}
        >
          {state.sides && <DataDifference pipeline={pipeline} sides={state.sides} onOpen={open} />}
        </ComparePanel>
      </Panel>
    </div>
  );
}

type PanelProps = { label: string; onEscape: () => void; children: ReactNode };

/** Escape closes it and does not propagate. */
const Panel = ({ label, onEscape, children }: PanelProps) => (
  <aside
    className={css.panel}
    aria-label={label}
    data-command-scope="pipeline.versions"
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onEscape();
    }}
  >
    {children}
  </aside>
);

export default function VersionsArea(props: VersionsAreaProps) {
  const { pipeline, list, shownVersion, history } = props;
  if (history.compared) return <Comparison {...props} compared={history.compared} />;
  return (
    <Panel label="Version history" onEscape={history.close}>
      <HistoryList pipeline={pipeline} list={list} shownVersion={shownVersion} />
    </Panel>
  );
}
