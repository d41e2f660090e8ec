import { useSelector } from '@xstate/react';
import { selectIsDefault } from '../../../../machines/time-filter/index.ts';
import { getKeysInForce, keyMap } from '../../commands/keys/keys-in-force.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { nameOpenKinds } from '../../components/errors/error-tally.ts';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { useStore } from '../../lib/store.ts';
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
  useStore(keyMap);
  const available = listAvailableTabs(wasDeployed);
  return (
    <Tabs
      label="Pipeline"
      tabs={available.map((id) => ({
        id,
        label: TAB_FACTS[id].label,
        // Kept until the commands are loaded.
        keys: getKeysInForce(`pipeline.${id}`, [TAB_FACTS[id].keys])[0],
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
