import { useSelector } from '@xstate/react';
import { selectIsDefault } from '../../../../machines/time-filter/index.ts';
import { timeFilterActor } from '../../actors/time-filter.ts';
import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';

/** The tabs of the screen, and the time range with Reset and Refresh (R2.4-01 … R2.4-10). */
export function OverviewTabs({ pipelineId, hasRun }: { pipelineId: string; hasRun: boolean }) {
  const isDefault = useSelector(timeFilterActor, selectIsDefault);
  return (
    <Tabs
      label="Pipeline"
      tabs={[{ id: 'overview', label: 'Overview' }]}
      selected="overview"
      onSelect={(view) => goTo(paths.pipeline(pipelineId, { view }), { replace: true })}
      actions={
        hasRun && (
          <>
            {!isDefault && (
              <CommandButton id="time.reset" size="small" variant="ghost" label="Reset" hideIcon />
            )}
            <CommandButton id="view.reload" size="small" label="Refresh" />
          </>
        )
      }
    />
  );
}
