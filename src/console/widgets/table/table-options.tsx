import type { ReactElement } from 'react';
import { IconButton } from '../actions/button.tsx';
import { OpenOnDemand, type TriggerProps } from '../actions/open-on-demand.tsx';
import { lazyCode } from '../lazy/lazy-code.ts';
import type { Density } from './types.ts';

export type TableOptionsProps = {
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  /** Those of the chosen that there is room for. */
  shown: readonly { id: string }[];
  /** Left out, columns cannot be chosen. */
  onHiddenChange: ((ids: readonly string[]) => void) | undefined;
  density: Density;
  /** Left out, the density cannot be chosen. */
  onDensityChange: ((density: Density) => void) | undefined;
};

export type OptionsMenuProps = TableOptionsProps & { trigger: ReactElement<TriggerProps> };

const LABEL = 'Columns and density';
const popup = lazyCode(() => import('./table-options-menu.tsx'));

/** Which columns are shown, and how tall the rows are. Its menu comes with the first need. */
export function TableOptions(props: TableOptionsProps) {
  const trigger = <IconButton icon="columns" label={LABEL} variant="ghost" size="small" />;
  return (
    <OpenOnDemand trigger={trigger} popup="menu" load={popup.load}>
      <popup.Component {...props} trigger={trigger} />
    </OpenOnDemand>
  );
}
