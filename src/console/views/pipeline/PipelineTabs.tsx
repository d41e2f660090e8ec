import { useSelector } from '@xstate/react';
import { selectIsDefault } from '../../../../machines/time-filter/index.ts';
import { useCommand } from '../../commands/use-command.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { timeFilterActor } from '../../state/time-filter.ts';
import { listAvailableTabs, type PipelineTab, TAB_FACTS } from './tabs.ts';

type PipelineTabsProps = {
  selected: PipelineTab;
  onSelect: (tab: PipelineTab) => void;
  wasDeployed: boolean;
  /** Kinds of unacknowledged errors. */
  openErrors: number;
  /** At least one of them is an error, not a warning. */
  isErr: boolean;
};

export function PipelineTabs({ selected, onSelect, wasDeployed, openErrors, isErr }: PipelineTabsProps) {
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
          ? { count: openErrors, countTone: isErr ? 'err' : 'warn', countLabel: 'not acknowledged' }
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
