import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type {
  ConfigurationDetail,
  RenderedConfiguration,
} from '../../../contract/entities/fleet-configuration.ts';
import { useCall } from '../../api/use-call.ts';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { paths } from '../../lib/paths.ts';
import { ConfigurationForm } from './ConfigurationForm.tsx';
import * as css from './fleets.css.ts';

type RefusalsProps = { rendered: RenderedConfiguration; onClose: () => void };

/** Why there is no configuration, with links to the nodes. */
function Refusals({ rendered, onClose }: RefusalsProps) {
  const { pipelineId, pipelineName, graphVersion, refusals } = rendered;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  return (
    <section className={css.details} aria-label={`${pipelineName} on Collectors`}>
      <PanelHead
        title={`${pipelineName} on Collectors`}
        note={`Version ${graphVersion}: Collectors would behave differently`}
        onClose={onClose}
      />
      <div className={css.refusals}>
        {refusals.length === 0 && <p className={css.reason}>No event reaches a destination.</p>}
        <ul ref={list} className={css.list} aria-label="Refusals">
          {refusals.map(({ nodeId, name, reason, resolution }) => (
            <li key={nodeId} className={css.item}>
              <StatusBadge shape="octagon" tone="err" label="Refused" />
              <Link
                href={paths.pipeline(pipelineId, { node: nodeId })}
                className={`${quietLink} ${css.itemName}`}
              >
                {name}
              </Link>
              <span className={css.note}>{reason}.</span>
              <span className={css.note}>{resolution}.</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type RenderedPipelineProps = {
  pipelineId: string;
  /** The one to update; omitted for a new one. */
  configuration: ConfigurationDetail | undefined;
  onClose: (id: string | undefined) => void;
};

/** The form of a configuration from a pipeline, or why it is impossible. */
function RenderedPipeline({ pipelineId, configuration, onClose }: RenderedPipelineProps) {
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    'renderPipeline',
    { path: { pipelineId }, query: {} },
    { isSuppressed: true, staleTime: 0 },
  );
  if (error)
    return (
      <ErrorPanel
        title="The pipeline could not be rendered"
        cause={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!isFetchedAfterMount || data?.rendered.pipelineId !== pipelineId)
    return <Skeleton width="100%" height={96} label="the configuration" />;
  const { rendered } = data;
  if (rendered.content === null) return <Refusals rendered={rendered} onClose={() => onClose(undefined)} />;
  return (
    <ConfigurationForm
      key={`${pipelineId} ${rendered.graphVersion}`}
      configuration={configuration}
      rendered={rendered}
      onClose={onClose}
    />
  );
}

type ConfigurationPanelProps = Omit<RenderedPipelineProps, 'pipelineId'> & { pipelineId: string | undefined };

/** For a configuration written by hand, or from a pipeline. */
export function ConfigurationPanel({ pipelineId, ...props }: ConfigurationPanelProps) {
  return pipelineId === undefined ? (
    <ConfigurationForm key={props.configuration?.id ?? 'new'} {...props} />
  ) : (
    <RenderedPipeline pipelineId={pipelineId} {...props} />
  );
}
