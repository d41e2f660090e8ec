import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { formatLook, getPipelineLook } from '../../components/health/pipeline-look.ts';
import { SAYS_MORE, useHealth } from '../../components/health/use-health.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { recentPipelineIds } from '../../state/recent-pipelines.ts';
import { useSites } from '../../state/sites.ts';
import { findRouteById } from '../routes.ts';
import { createFollowHandler, RailTip } from './rail.tsx';
import * as css from './sidebar.css.ts';

const RECENT_SHOWN = 4;

export default function RecentPipelines() {
  const ids = useStore(recentPipelineIds);
  const { site } = useSites();
  const shownIds = useMemo(() => ids.slice(0, RECENT_SHOWN + 2), [ids]);
  const { data } = useCall(
    'listPipelines',
    { query: { siteIds: site ? [site.id] : [], pipelineIds: [...shownIds] } },
    { enabled: site !== undefined && shownIds.length > 0, keepPrevious: true, isSuppressed: true },
  );
  const { pipelines: marked } = useHealth(shownIds.length > 0 ? site?.id : undefined, SAYS_MORE);
  const pipelines = shownIds
    .flatMap((id) => data?.pipelines.filter((pipeline) => pipeline.id === id) ?? [])
    .slice(0, RECENT_SHOWN);
  if (shownIds.length === 0 || pipelines.length === 0) return null;
  return (
    <>
      <h2 className={css.heading}>Recent</h2>
      <div className={css.nav}>
        {pipelines.map((pipeline) => {
          const health = marked.find(({ pipelineId }) => pipelineId === pipeline.id)?.state;
          const face = getPipelineLook(pipeline, health);
          const to = paths.pipeline(pipeline.id);
          const link = (
            <a
              href={to}
              className={css.entry}
              onClick={createFollowHandler(to)}
              onPointerEnter={findRouteById('pipeline')?.view.preload}
            >
              <span className={css.entryIcon}>
                <StatusShape shape={face.shape} tone={face.tone} label={formatLook(face)} />
              </span>
              <span className={css.entryLabel}>{pipeline.name}</span>
            </a>
          );
          return <RailTip key={pipeline.id} text={pipeline.name} link={link} />;
        })}
      </div>
    </>
  );
}
