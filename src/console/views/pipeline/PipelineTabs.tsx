import { useSelector } from '@xstate/react';
import { selectIsDefault } from '../../../../machines/time-filter/index.ts';
import { useCommand } from '../../commands/use-command.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { nameOpenKinds } from '../../components/errors/error-tally.ts';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { timeFilterActor } from '../../state/time-filter.ts';
import { listAvailableTabs, type PipelineTab, TAB_FACTS } from './tabs.ts';

type PipelineTabsProps = {
  selected: PipelineTab;
  onSelect: (tab: PipelineTab) => void;
  wasDeployed: boolean;
  errorKinds: number;
  errorTone: 'err' | 'warn' | undefined;
};

export function PipelineTabs({ selected, onSelect, wasDeployed, errorKinds, errorTone }: PipelineTabsProps) {
  const isDefault = useSelector(timeFilterActor, selectIsDefault);
  const keys: Record<PipelineTab, string | undefined> = {
    overview: useCommand('pipeline.overview').keys,
    analytics: useCommand('pipeline.analytics').keys,
    dataInsights: useCommand('pipeline.dataInsights').keys,
    errors: useCommand('pipeline.errors').keys,
  };
  const available = listAvailableTabs(wasDeployed);
  return (
    <Tabs
      label="Pipeline"
      tabs={available.map((id) => ({
        id,
        label: TAB_FACTS[id].label,
        keys: keys[id],
        ...(id === 'errors'
          ? { count: errorKinds, countTone: errorTone ?? 'warn', countLabel: nameOpenKinds(errorKinds) }
          : {}),
      }))}
      selected={selected}
      onSelect={(id) => {
        const tab = available.find((one) => one === id);
        if (tab) onSelect(tab);
      }}
      actions={
        wasDeployed && (
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
